import { madeOnce } from '../../base/calls.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { WatchConfig } from '../../config/config.ts';
import { describeWatch } from '../../config/searchWords.ts';
import { isAtOnce, prioritise } from '../../reading/changePriority.ts';
import { filteredOutBy } from '../../reading/entryPriority.ts';
import { readDateLines } from '../../reading/events/readDateLines.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { rightNumber } from '../../records/design.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import type { Entry } from '../../records/docket.ts';
import type { BriefRecord } from '../../records/record.ts';
import { quietPriorities, quietWords } from '../../schedule/holds/holds.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import type { WatchFacts } from '../message/facts.ts';

/** How many of the most similar designs a message shows first, unless the watch sets `top`. */
export const mostAlike = 10;

export const watchFacts = madeOnce(
  (watch: WatchSettings): WatchFacts => ({
    id: watch.id,
    name: watch.name,
    matter: watch.matter,
    asksFor: [...new Set(watch.searches.flatMap(namesAsked))],
    asksForPatents: [
      ...new Set(watch.searches.flatMap((search) => (search.type === 'dockets' ? (search.patentNumber ?? []) : []))),
    ],
    asks: describeWatch(watch),
    confidential: watch.confidential,
    report: watch.report,
    important: watch.important,
    mute: watch.mute,
    ...(watch.similarTo && { mostAlike: watch.similarTo.top ?? mostAlike }),
  }),
);

function namesAsked(search: WatchConfig['searches'][number]): string[] {
  const name = search.type === 'designs' ? search.holder : search.companyName;
  return name === undefined ? [] : [name];
}

type News = Readonly<{ draft: ChangeDraft; record: BriefRecord }>;

/** What people set for a watch on its pages, besides its config. */
export type BesideConfig = Readonly<{ portfolio: readonly string[]; quieted: ReadonlySet<string> }>;

/**
 * Returns why a watch does not report a change; undefined if it does. `report` filters entries only, and a design's
 * litigation is reported only to watches that search for it.
 */
export function whyLeftOut(watch: WatchSettings, news: News, { portfolio, quieted }: BesideConfig) {
  const { report, tell, searches, similarTo } = watch;
  const { kind, entry } = news.draft;
  if (similarTo !== undefined && isOneOf([...(similarTo.registrations ?? []), ...portfolio], news.record))
    return "it is one of the watch's own";
  if (kind === 'design.litigation' && tell === undefined) {
    const asks = searches.some((search) => search.type === 'designs' && search.litigation);
    return asks ? undefined : 'the watch does not ask for litigation';
  }
  if (quieted.has(kind)) return quietReason(kind);
  const isEntry = entry !== undefined && (kind === 'entry.new' || kind === 'entry.updated');
  if (!isEntry || (report === undefined && quieted.size === 0)) return undefined;
  const byPriority = quietByPriority(watch, news, quieted);
  if (byPriority !== undefined) return quietReason(byPriority);
  const reading = readEntry(entry.description, entry.dateFiled);
  return quieted.has(reading.type) ? quietReason(reading.type) : filteredOutBy(report, reading);
}

function quietReason(kind: string): string {
  return `stopped on the page: ${quietWords(kind)}`;
}

function quietByPriority(watch: WatchSettings, news: News, quieted: ReadonlySet<string>) {
  if (!quietPriorities.some((kind) => quieted.has(kind))) return undefined;
  const { priority } = prioritisedFor(news, watch);
  if (priority === 'routine' && quieted.has('routine')) return 'routine';
  return priority !== 'act' && quieted.has('read') ? 'read' : undefined;
}

function prioritisedFor({ draft, record }: News, watch: WatchSettings) {
  return prioritise({ ...draft, record, watches: [watch.id] }, [watchFacts(watch)]);
}

function isOneOf(numbers: readonly string[], record: BriefRecord): boolean {
  const number = record.type === 'design' ? record.registrationNumber : undefined;
  return number !== undefined && numbers.some((own) => rightNumber(own) === rightNumber(number));
}

export function isSentAtOnce(watch: WatchSettings, news: News): boolean {
  return watch.urgent === true && isAtOnce(news.draft, prioritisedFor(news, watch));
}

/** True if the change may ask for action. Likeness and moved dates are known only later, so these cases count. */
export function mayAskToAct(watch: WatchSettings, news: News): boolean {
  const { kind, entry } = news.draft;
  const isCompared = (kind === 'design.new' || kind === 'design.alike') && watch.similarTo !== undefined;
  return isCompared || (entry !== undefined && namesDates(entry)) || prioritisedFor(news, watch).priority === 'act';
}

function namesDates({ description, dateFiled }: Pick<Entry, 'description' | 'dateFiled'>): boolean {
  const lines = readDateLines(cleanText(description), readEntry(description, dateFiled), dateFiled);
  return lines.some(({ act }) => act !== 'answers');
}
