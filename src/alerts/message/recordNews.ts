import { daysAfter } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { Reader } from '../../base/words/readerDate.ts';
import type { Prioritised } from '../../reading/changePriority.ts';
import { filedDay } from '../../reading/dates/findDays.ts';
import { highestPriority, type Priority, priorityOrder } from '../../reading/entryPriority.ts';
import { caseDates } from '../../reading/events/caseDates.ts';
import { readDateLines } from '../../reading/events/readDateLines.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { headedBy, matchedBeside, matchedHolder } from '../../records/diff/searchMatch.ts';
import type { EntryReading } from '../../records/docket.ts';
import { filedOn } from '../../records/record.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { fateOf } from './designFate.ts';
import type { WatchFacts } from './facts.ts';
import { consequencesOf, prioritisedFor, type RankedChange, turnsCase } from './words/consequence.ts';
import { happenedWords, reasonOf } from './words/headline.ts';

export type RecordNews = ReturnType<typeof newsOf>[number];

export const isOfDesigns = (news: readonly RecordNews[]): boolean =>
  news.every(({ record }) => record.type === 'design');

type News = Pick<ChangesContent, 'changes' | 'watches' | 'starred'> &
  Reader & {
    /** True on a page: its changes were reported one by one, so a moved date is shown beside what had set it. */
    readonly isPage?: boolean;
  };

export function recordNews(content: News): RecordNews[] {
  const byRecord = Map.groupBy(content.changes.toSorted(byId), ({ record }) => `${record.type}:${record.key}`);
  return [...byRecord.values()]
    .flatMap((changes) => newsOf(changes, content))
    .sort((a, b) => compare(a.rank, b.rank) || compare(b.newest, a.newest));
}

function newsOf(given: readonly MessageChange[], content: News) {
  const shownRecord = given.at(-1)?.record;
  if (shownRecord === undefined) return [];
  const ids = new Set(given.flatMap((change) => change.watches));
  const watches = content.watches.filter((watch) => ids.has(watch.id));
  const matched = matchedHolder(shownRecord, watches);
  const record = headedBy(shownRecord, matched);
  const replaced = replacedDays(given);
  const superseded = states.flatMap((tells) => given.filter(tells).toSorted(byId).slice(0, -1));
  const last = given.filter(turnsCase).toSorted(byId).at(-1);
  const turned = last?.caseTurn === undefined ? undefined : last;
  const changes = given.map((change) => ({
    ...change,
    superseded: superseded.includes(change),
    record: headedBy(change.record, matched),
    askedHolder: matched?.asked,
    replaced,
    // A date that was set and moved in one message was never reported, so it is not reported as moved.
    moved: content.isPage ? change.moved : change.moved?.filter(({ was }) => !replaced.includes(was)),
    // If the docket itself ended or reopened, the entry that did so does not repeat it.
    caseTurn: change === turned || (turned === undefined && !superseded.includes(change)) ? change.caseTurn : undefined,
  }));
  const prioritised = changes.map((change) => ({ change, prioritised: prioritisedFor(change, watches) }));
  const changed = worstThenNewest(prioritised.filter((one) => !one.prioritised.unshown));
  const shown = withWhatCameInside(changed, watches);
  const consequences = consequencesOf(shown, content);
  const { told, happened } = happenedWords(shown, consequences, content);
  const priority = highestPriority(shown.map((one) => one.prioritised.priority));
  const reason = reasonOf(shown, consequences, happened, content);
  const whose = { starred: content.starred?.has(record.key) ?? false, asked: matched?.asked };
  return [
    {
      record,
      watches,
      /** What the watches matched, if the heading does not show it: `party Ostling Audio Corp.` */
      matched: record.type === 'docket' ? matchedBeside(record, watches) : [],
      /** The changes to show: the most important one, then the newest, routine ones last. */
      shown,
      /** The stored changes. Entries that came with a new case belong to the change of the case. */
      changes: changed.map((one) => one.change),
      unshown: prioritised.filter((one) => one.prioritised.unshown).map((one) => one.change),
      priority,
      /** Why somebody must act: `decide who handles it`. '' if nobody must, or if `happened` says so. */
      reason,
      /** `reason`, or if `happened` names the dates, `check the dates on the docket`. '' if nobody must act. */
      toDo: reason || (priority === 'act' ? 'check the dates on the docket' : ''),
      consequences,
      /** `answer due Nov 25 (Rival); motion to dismiss DENIED (D.I. 129)`. '' if nothing is decided or due. */
      told,
      /** `told`, then the other changes: `answer due Nov 25 (Rival); 2 new entries`. */
      happened,
      newest:
        shown
          .map((one) => newsDay(one.change))
          .sort()
          .at(-1) ?? '',
      ...whose,
      rank: rankOfRecord(shown[0], whose),
      confidential: watches.some((watch) => watch.confidential),
    },
  ];
}

/** Changes that tell one state of a record. Of several such changes only the last one is true now. */
const states: readonly ((change: MessageChange) => boolean)[] = [
  turnsCase,
  ({ kind }) => kind === 'design.status',
  ({ kind }) => kind === 'design.renewed',
  ({ kind }) => /\.(?:gone|back)$/.test(kind),
];

const byId = (a: MessageChange, b: MessageChange): number => a.id - b.id;

/**
 * Returns the days that entries of one case name and that later ones of these entries replaced or met. If this is not
 * certain, both days are kept. Entries without a number are ignored, because their order is not known.
 */
function replacedDays(changes: readonly MessageChange[]): string[] {
  const filings = changes.flatMap(({ entry, reading }) => {
    if (entry === undefined || !/^\d/.test(entry.documentNumber)) return [];
    const { documentNumber, documentHref, pdfUrl, description, dateFiled } = entry;
    const said = reading ?? readEntry(description, dateFiled);
    if (said.dates.length === 0 && said.type !== 'answer') return [];
    const [seq, filed] = [Number.parseInt(documentNumber, 10), filedDay(dateFiled)];
    const source = { seq, documentNumber, documentHref, pdfUrl, filed, refersTo: said.refersTo };
    return [{ source, lines: readDateLines(cleanText(description), said, dateFiled) }];
  });
  if (filings.length < 2) return [];
  const named = filings.flatMap(({ lines }) => lines.flatMap(({ date }) => date ?? []));
  const record = changes[0]?.record;
  const { parties } = record?.type === 'docket' ? record : { parties: [] };
  const valid = caseDates(filings, { parties }).filter(({ status }) => status === 'set' || status === 'asked');
  return named.filter((date) => !valid.some((event) => event.date === date));
}

function withWhatCameInside(changed: readonly RankedChange[], watches: readonly WatchFacts[]): RankedChange[] {
  const isCase = ({ change }: RankedChange) => change.kind === 'docket.new';
  const cases = changed.filter(isCase).flatMap((one) => [one, ...insideOf(one.change, watches)]);
  return [...cases, ...changed.filter((one) => !isCase(one))];
}

function insideOf(change: MessageChange, watches: readonly WatchFacts[]): RankedChange[] {
  const { entries = [], moreEntries: _, ...rest } = change;
  const all = entries.map(
    (entry): MessageChange => ({ ...rest, kind: 'entry.new', entry, fields: [], note: undefined }),
  );
  const replaced = replacedDays(all);
  const recent = daysAfter(change.detectedAt.slice(0, 10), -appealDays);
  const ranked = all.map((one): RankedChange => {
    const inside = { ...one, replaced };
    const prioritised = { ...prioritisedFor(inside, watches), unshown: false };
    const isNews = prioritised.priority === 'act' && (one.entry?.dateFiled ?? '') >= recent;
    const isPast = isOld(change) && !isNews;
    return { change: inside, prioritised: isPast ? asHistory(prioritised) : prioritised, inside: true, isPast };
  });
  const isComplaint = ({ prioritised }: RankedChange) => prioritised.reading?.type === 'complaint';
  const joining = ranked.find((one) => change.joined?.by !== undefined && one.change.entry === change.joined.by);
  const first = [joining, ranked.find(isComplaint)].find((one) => one !== undefined);
  return [...(first ? [first] : []), ...ranked.filter((one) => one !== first).sort(routineLastThenNewest)];
}

/** In most civil cases a judgment can be appealed for 30 days. */
const appealDays = 30;

/** True for a case that is old: its older entries are not news, except for dates that lie ahead. */
function isOld({ joined, note }: MessageChange): boolean {
  return joined !== undefined || (note?.startsWith('newly visible') ?? false);
}

function asHistory(prioritised: Prioritised): Prioritised {
  const { priority, reason, important } = prioritised;
  if (priority !== 'act' || reason === 'due' || important) return prioritised;
  return { ...prioritised, priority: 'read', reason: undefined };
}

/** Sorts the change of the subject first, then the rest in docket order. Changes of a design are sorted by rank. */
function worstThenNewest(changes: readonly RankedChange[]): RankedChange[] {
  if (changes[0]?.change.record.type === 'design') {
    const isPast = ({ change }: RankedChange) => Number(change.superseded ?? false);
    return changes.toSorted((a, b) => rankOfChange(a) - rankOfChange(b) || isPast(a) - isPast(b));
  }
  const sorted = changes.toSorted(routineLastThenNewest);
  const [worst] = sorted.toSorted((a, b) => rankOfChange(a) - rankOfChange(b));
  return worst === undefined ? [] : [worst, ...sorted.filter((one) => one !== worst)];
}

/** Sorts entries of one day by number, the highest first, because it is the newest. */
function routineLastThenNewest(a: RankedChange, b: RankedChange): number {
  const number = ({ change }: RankedChange) => Number.parseInt(change.entry?.documentNumber ?? '', 10) || 0;
  const routine = ({ prioritised }: RankedChange) => Number(prioritised.priority === 'routine');
  return routine(a) - routine(b) || compare(newsDay(b.change), newsDay(a.change)) || number(b) - number(a);
}

function compare<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function newsDay(change: MessageChange): string {
  if (change.entry) return change.entry.dateFiled;
  const isNew = change.kind === 'docket.new' || change.kind === 'design.new';
  return (isNew && filedOn(change.record)) || change.detectedAt.slice(0, 10);
}

/** The ranks within a priority: first cases, then leading designs, then the other designs. */
const perPriority = 40;
const ofOtherCases = 9;
const ofStarred = 10;
const ofCompared = 11;
const ofNamed = 12;
const ofDesigns = 20;

/** Returns 0 for what a watch calls important. Then come priorities, and in each of them cases before designs. */
function rankOfChange({ change, prioritised }: RankedChange): number {
  if (prioritised.important) return 0;
  if (change.record.type === 'design') {
    const { priority, rank } = fateOf(change);
    return priorityOrder(priority) * perPriority + ofDesigns + rank;
  }
  return priorityOrder(prioritised.priority) * perPriority + docketRank(change, prioritised);
}

/** Ranks starred designs first, then compared ones by similarity, then designs of holders that a watch names. */
function rankOfRecord(
  first: RankedChange | undefined,
  { starred, asked }: { readonly starred: boolean; readonly asked: string | undefined },
): number {
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const rank = rankOfChange(first);
  const { record, alike } = first.change;
  if (record.type === 'docket' || rank === 0) return rank;
  const lead = starred ? ofStarred : alike ? ofCompared : asked !== undefined ? ofNamed : rank;
  // Leading designs are sorted by the rank of their change, then by likeness.
  return lead + rank / 1_000 - (alike?.rank ?? -2) / 100_000;
}

function docketRank({ kind }: Pick<MessageChange, 'kind'>, { priority, reading }: Prioritised): number {
  if (kind === 'docket.new') return 1;
  if (kind === 'docket.status') return 2;
  return reading === undefined ? ofOtherCases : entryRank(priority, reading);
}

function entryRank(priority: Priority, { type, about, outcome, dates }: EntryReading): number {
  if (priority === 'act') {
    if (type === 'judgment' || type === 'verdict' || type === 'dismissal' || outcome === 'dismissed') return 2;
    if (about.includes('injunction')) return 3;
    return dates.length > 0 ? 4 : 5;
  }
  if (outcome !== null) return 1;
  return type === 'order' || type === 'report' || type === 'appeal' ? 2 : type === 'motion' ? 3 : 4;
}
