import type { IncidentKind } from '../../alerts/outbox/incidents.ts';
import type { OpenIncident } from '../../alerts/outbox/incidentsTable.ts';
import { counted, listedUpTo, sentence } from '../../base/words/sentence.ts';
import { whyUnwatched, withoutCodes } from '../../base/words/watchWords.ts';
import { type Config, openName } from '../../config/config.ts';
import { describeSearch, queryOf } from '../../config/searchWords.ts';
import type { Query } from '../../records/query.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import type { SearchResult } from '../../service/paging/pass.ts';
import type { StoredQuery, WatchQuery } from '../../store/claims/queries.ts';
import { newKeyWords } from '../admission/serviceKey.ts';
import type { KnownWatches } from '../audience/recipients.ts';
import { type CheckEnd, errorOf, mostWithoutEnd } from '../checkParts.ts';
import type { CommittedResult } from '../commitResult.ts';

export interface EndedCheck extends Pick<CommittedResult, 'row' | 'steps' | 'suspicious' | 'outgrown'> {
  readonly query: StoredQuery;
  readonly end: CheckEnd;
  readonly result: SearchResult | undefined;
  readonly watchQueries: readonly WatchQuery[];
  readonly watches: readonly WatchSettings[];
  readonly label: string;
  readonly confidential: boolean;
  readonly config: Config;
  readonly open: readonly OpenIncident[];
  readonly now: Date;
  readonly since: Date; // The last complete check of the search; else its first check.
  readonly stale: ReadonlySet<string>; // Ids of the watches whose readers must be notified (`staleOf`).
  /** The service fails for all searches, so a failed check says nothing about this one. */
  readonly isAway: boolean;
}

const namedAtMost = 3;

/** Names the watches, and the search if a watch has several. Shows a confidential watch by its matter only. */
export function labelOfSearch(query: Query, ids: readonly string[], known: KnownWatches): string {
  const names = listedUpTo(
    namedAtMost,
    ids.map((id) => openName(known.get(id) ?? { id })),
  );
  const watches = ids.flatMap((id) => known.get(id) ?? []);
  if (watches.some(({ confidential }) => confidential)) return names;
  const searches = watches.flatMap((watch) => (watch.searches.length > 1 ? watch.searches : []));
  const search = searches.find((one) => queryOf(one).id === query.id);
  return search === undefined ? names : `${names} (${describeSearch(search)})`;
}

interface Kind {
  readonly kind: IncidentKind;
  readonly about: 'key' | 'search';
  readonly begins: (check: EndedCheck) => boolean;
  readonly ends: (check: EndedCheck) => boolean;
  readonly began: (check: EndedCheck) => string;
  readonly ended: (check: EndedCheck) => string;
}

const isComplete = ({ row }: EndedCheck) => row.outcome === 'complete';

function ofKey(kind: IncidentKind, errorClass: 'account' | 'credits', remedy: string, ended: string): Kind {
  return {
    kind,
    about: 'key',
    begins: ({ end }) => errorOf(end)?.errorClass === errorClass,
    ends: ({ end }) => end.kind === 'read' && errorOf(end) === undefined,
    began: ({ end }) =>
      `${errorOf(end)?.message ?? ''} No check runs with this token until it works again; it is tried again after 5 ` +
      `minutes, then at growing intervals up to 6 hours. ${remedy}`,
    ended: () => ended,
  };
}

export const kinds: readonly Kind[] = [
  ofKey('token-refused', 'account', newKeyWords, 'The service accepts the token again; checks resume.'),
  ofKey(
    'credits-gone',
    'credits',
    'Buy credits, or wait until they are renewed.',
    'The service has credits again; checks resume.',
  ),
  {
    kind: 'unreadable-hits',
    about: 'search',
    begins: ({ result }) => (result?.unreadableCount ?? 0) > 0,
    // Only a complete result shows that nothing is unreadable any more.
    ends: isComplete,
    began: ({ label, result }) =>
      `${counted(result?.unreadableCount ?? 0, 'part')} of the result for ${label} could not be ` +
      `read${firstUnreadable(result)}. The rest counts; the check is partial.`,
    ended: ({ label }) => `The results for ${label} can be read completely again.`,
  },
  {
    kind: 'suspicious-result',
    about: 'search',
    // Only a complete result can raise or remove the doubt.
    begins: (check) => isComplete(check) && check.suspicious !== undefined,
    ends: isComplete,
    began: ({ label, suspicious, config, confidential, watchQueries: [first] }) =>
      `The result for ${label} is suspicious: ${suspicious}. What was known is kept, and is reported as gone only ` +
      `after ${config.goneAfterChecks} complete checks in a row without it. See: tipstaff status` +
      `${confidential || first === undefined ? '' : ` ${first.watchId}`}`,
    ended: ({ label }) =>
      `The result for ${label} is no longer suspicious. Records that it still lacks are reported as gone.`,
  },
  {
    kind: 'baseline-incomplete',
    about: 'search',
    begins: ({ steps }) => steps.some((step) => step.lacking),
    // Only a complete result fills a baseline.
    ends: isComplete,
    began: ({ label, result }) =>
      `The first checks of ${label} were partial three times, so the baseline is taken as it is. It lacks: ` +
      `${result?.reason ?? 'unknown'}. What turns up later is reported as newly visible.`,
    ended: ({ label }) => `A complete check of ${label} has filled what the baseline lacked.`,
  },
  {
    kind: 'check-crashed',
    about: 'search',
    begins: ({ end }) => end.kind === 'crashed' || end.kind === 'deadly',
    ends: ({ end }) => end.kind === 'read' || end.kind === 'failed',
    began: ({ label, end }) => crashWords(label, end),
    ended: ({ label }) => `Checks of ${label} end without internal errors again.`,
  },
  {
    kind: 'watch-failing',
    about: 'search',
    begins: (check) => !isComplete(check) && check.stale.size > 0 && !check.isAway && !isOfMany(check),
    ends: isComplete,
    // The service's message may quote the search, so a confidential watch shows only the cause.
    began: ({ label, query, since, confidential, row: { cause, reason } }) =>
      `${label} has ${notCheckedWords(query, since)}: ` +
      `${sentence(confidential ? whyUnwatched(cause) : withoutCodes(reason ?? 'the reason is not known'))} ` +
      'Until a check is complete, new filings and changes may not be found.',
    ended: ({ label }) => `${label} is checked completely again.`,
  },
];

export const kindsOfSearches = kinds.filter(({ about }) => about === 'search').map(({ kind }) => kind);

function notCheckedWords({ lastCompleteCheck }: StoredQuery, since: Date): string {
  const never = lastCompleteCheck === null && 'never been checked completely; its first check was at';
  return `${never || 'not been checked completely since'} ${since.toISOString()}`;
}

const causesOfMany: ReadonlySet<string> = new Set<IncidentKind>(['token-refused', 'credits-gone', 'budget-reached']);

/** True if the key or a budget prevents the check. This has an incident of its own. */
function isOfMany({ end, open }: EndedCheck): boolean {
  if (end.kind === 'skipped') return end.budget !== undefined || open.some(({ kind }) => causesOfMany.has(kind));
  const errorClass = errorOf(end)?.errorClass;
  return errorClass === 'account' || errorClass === 'credits';
}

function firstUnreadable(result: SearchResult | undefined): string {
  const first = result?.unreadable[0];
  return first === undefined ? '' : `, the first at ${first.path}: ${first.reason}`;
}

function crashWords(label: string, end: CheckEnd): string {
  if (end.kind === 'deadly')
    return (
      `Tipstaff ended ${mostWithoutEnd} times while it checked ${label}, which was not checked now. It is tried once ` +
      'at each of its slots. Please report it with what the journal of the system says of these ends.'
    );
  const cause = end.kind === 'crashed' && end.error instanceof Error ? end.error.message : 'unknown';
  return (
    `A check of ${label} ended with an internal error: ${sentence(cause)} It is tried again. Please report it with ` +
    'the log line "a check crashed".'
  );
}
