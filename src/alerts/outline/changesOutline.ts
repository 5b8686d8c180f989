import type { ChangesContent, ToldChange, WatchFacts } from '../content.ts';
import { weightOrder } from '../weights.ts';
import { counted } from '../words/counted.ts';
import { recordsCounted } from '../words/happened.ts';
import { changesSubject } from '../words/subject.ts';
import { changesFooter } from './footer.ts';
import type { Outline, Section } from './outline.ts';
import { recordCard } from './recordCard.ts';
import { discreetSection, watchesSubtitle, watchesTitle } from './watchWords.ts';

/** Options of an outline. `discreet`: confidential watches are told by matter and numbers alone. */
export interface OutlineOptions {
  readonly discreet: boolean;
}

/** What some changes have to say: by watch, then by record, the weightiest first, then the newest. */
export function changesOutline(content: ChangesContent, options: OutlineOptions): Outline {
  const groups = groupByRecord(content.changes);
  const only = groups.length === 1 ? groups[0] : undefined;
  const isConfidential = groups.some((group) => concerned(group, content.watches).some((watch) => watch.confidential));
  const subject = changesSubject(content, groups);
  return {
    subject,
    title: headingOf(content, isConfidential ? subject : undefined),
    lead: content.changes.length === 0 ? [nothingNew(content)] : [],
    sections: sectionsOf(groups, content, options),
    footer: changesFooter(content, options),
    pageUrl: content.pageUrl,
    threadKey: only && !isConfidential ? `${only[0].record.type}:${only[0].record.key}` : undefined,
  };
}

/** The changes of one record; one at least. */
export type RecordChanges = readonly [ToldChange, ...ToldChange[]];

function groupByRecord(changes: readonly ToldChange[]): RecordChanges[] {
  const groups = new Map<string, [ToldChange, ...ToldChange[]]>();
  for (const change of changes) {
    const key = `${change.record.type}:${change.record.key}`;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()];
}

function headingOf(content: ChangesContent, discreet: string | undefined): string {
  if (discreet !== undefined) return discreet;
  const what = recordsCounted(content.changes);
  return content.digest ? `Digest: ${what} changed` : `${what} changed`;
}

function nothingNew(content: ChangesContent): string {
  return `We looked ${counted(content.checks.length, 'time')}, nothing new.`;
}

function concerned(group: RecordChanges, watches: readonly WatchFacts[]): WatchFacts[] {
  return watches.filter((watch) => group.some((change) => change.watches.includes(watch.id)));
}

/** A record that several watches hold stands in one section that names them all. */
function sectionsOf(groups: readonly RecordChanges[], content: ChangesContent, options: OutlineOptions): Section[] {
  const byWatches = new Map<string, { watches: WatchFacts[]; records: RecordChanges[] }>();
  for (const group of groups) {
    const watches = concerned(group, content.watches);
    const key = watches.map((watch) => watch.id).join('\n');
    const section = byWatches.get(key) ?? { watches, records: [] };
    section.records.push(group);
    byWatches.set(key, section);
  }
  const order = (watches: readonly WatchFacts[]) =>
    watches[0] ? content.watches.indexOf(watches[0]) : content.watches.length;
  return [...byWatches.values()]
    .sort((a, b) => order(a.watches) - order(b.watches) || a.watches.length - b.watches.length)
    .map(({ watches, records }) => watchSection(watches, records, content, options));
}

function watchSection(
  watches: readonly WatchFacts[],
  records: readonly RecordChanges[],
  content: ChangesContent,
  options: OutlineOptions,
): Section {
  if (options.discreet && watches.some((watch) => watch.confidential))
    return discreetSection(watches, records.flat(), content);
  const told = records.map((changes) => recordCard(changes, watches));
  const cards = told.map((one) => one.card).filter((card) => card.items.length > 0);
  const newest = new Map(told.map((one) => [one.card, one.newest]));
  const muted = told.reduce((sum, one) => sum + one.muted, 0);
  return {
    title: watchesTitle(watches),
    subtitle: watchesSubtitle(watches),
    cards: cards.sort(
      (a, b) =>
        weightOrder(a.weight) - weightOrder(b.weight) || (newest.get(b) ?? '').localeCompare(newest.get(a) ?? ''),
    ),
    remarks: muted > 0 ? [`${counted(muted, 'muted change')} not shown.`] : [],
    where: whereToSee(watches, records.flat()),
  };
}

/** The command that lists these changes. */
export function whereToSee(watches: readonly WatchFacts[], changes: readonly ToldChange[]): string {
  const since = changes.map((change) => change.detectedAt).sort()[0];
  const [watch] = watches;
  return ['tipstaff changes', watch && `--watch ${watch.id}`, since && `--since ${since}`].filter(Boolean).join(' ');
}
