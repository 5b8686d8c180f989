import { shorten, shortText, type WebLink } from '../../base/words/cleanText.ts';
import { type Reader, readerTime } from '../../base/words/readerDate.ts';
import { capitalized, counted, listedUpTo, moreWatches } from '../../base/words/sentence.ts';
import {
  discreetName,
  incompleteResult,
  matterWords,
  shownName,
  watchName,
  whyUnwatched,
} from '../../base/words/watchWords.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { meanwhile } from './coverageWords.ts';
import type { CheckFacts, WatchFacts } from './facts.ts';
import { pageLink, type Section, type Warning } from './outline.ts';
import { discreetly, discreetlyOf } from './words/happened.ts';

const mostWatches = 8;

type Footed = Pick<ChangesContent, 'channel' | 'watches' | 'checks'> &
  Partial<Pick<ChangesContent, 'coverage' | 'changes'>>;

/** Says why the reader receives this, and when it was checked. @param linksCourt the message links to PACER */
export function footerOf(about: Footed, reader: Reader, discreet: boolean, linksCourt: boolean): string[] {
  return [
    whyYouReceiveThis(about, discreet),
    ...checkedWords(about, reader),
    ...(linksCourt ? ['PACER may charge a fee for what you open there.'] : []),
  ];
}

function whyYouReceiveThis({ watches, channel }: Footed, discreet: boolean): string {
  const names = [...new Set(watches.map((watch) => nameOf(watch, discreet)))];
  const shown = names.slice(0, mostWatches);
  if (names.length === 0) return `You receive this because channel ${shortText(channel, 60)} is one of the operators.`;
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `and ${moreWatches(more)}`] : shown;
  return `You receive this because channel ${shortText(channel, 60)} follows ${all.join('; ')}.`;
}

const mostReasons = 3;

/**
 * Says which checks left gaps, unless the coverage of a digest already says it of their watches. A later complete check
 * closes a gap. The service's own error messages are left out, because they contain addresses and search terms.
 */
export function gapWarnings({ checks, coverage, watches }: Omit<Footed, 'channel'>, discreet: boolean): Warning[] {
  const told = new Set(coverage?.unwatched.map(({ watch }) => watch.id));
  const gaps = gapsOf(checks).filter((gap) => !gap.watches?.every((id) => told.has(id)));
  if (gaps.length === 0) return [];
  const number = `${gaps.length} of ${counted(checks.length, 'check')} ${gapWords(gaps)}`;
  const missing =
    checks.length === gaps.length ? [] : watches.filter(({ id }) => gaps.some((gap) => gap.watches?.includes(id)));
  const from = listedUpTo(mostWatches, [...new Set(missing.map((watch) => shownName(watch, discreet)))]);
  const where = from === '' || watches.length < 2 ? '' : ` from ${from}`;
  return [{ tone: 'amber', text: `Something may be missing${where}: ${number}${reasonsOf(gaps)}. ${meanwhile}` }];
}

const gapsOf = (checks: readonly CheckFacts[]): CheckFacts[] =>
  checks.filter((check) => check.outcome !== 'complete' && !check.repeated);

/** Says when the checks were made, and that they were complete if nothing was missing. */
function checkedWords({ checks, coverage, changes = [] }: Footed, reader: Reader): string[] {
  const hasUnseen = changes.some(({ kind }) => kind === 'entry.unseen');
  const made = checks.filter((check) => check.outcome !== 'skipped');
  if (made.length === 0) return [];
  const isOfAll = (coverage?.unwatched ?? []).length + (coverage?.paused ?? []).length === 0;
  const complete = gapsOf(checks).length > 0 || hasUnseen ? '' : `: complete${isOfAll ? '' : ' (the other watches)'}`;
  return [`${whenMade(made, reader)}${complete}.`];
}

function reasonsOf(gaps: readonly CheckFacts[]): string {
  const reasons = new Set(gaps.map(({ cause = null }) => whyUnwatched(cause)));
  reasons.delete(incompleteResult);
  return reasons.size === 0 ? '' : ` (${[...reasons].slice(0, mostReasons).join('; ')})`;
}

const gapNames = { failed: 'failed', partial: 'incomplete', skipped: 'not made', complete: 'complete' } as const;

function gapWords(gaps: readonly CheckFacts[]): string {
  const [name, ...others] = new Set(gaps.map(({ outcome }) => gapNames[outcome]));
  return others.length === 0 ? (name ?? '') : 'not complete';
}

function whenMade(made: readonly CheckFacts[], reader: Reader): string {
  const times = made.map((check) => check.endedAt).sort();
  const [from, to] = [times[0] ?? '', times.at(-1) ?? ''].map((time) => readerTime(time, reader));
  return `Checked ${from === to ? to : `from ${from} to ${to}`}`;
}

function nameOf(watch: WatchFacts, discreet: boolean): string {
  const matter = discreet && watch.confidential ? '' : matterWords(watch);
  return `${shownName(watch, discreet)}${matter ? ` (${matter})` : ''}`;
}

/** The most watches named together. Hardly any record has more, unless there are a thousand watches. */
const mostNamed = 20;

/** Names the watches, each with its matter if the matters differ. */
export function watchesTitle(watches: readonly WatchFacts[]): string {
  if (mattersOf(watches).length < 2) return watchNames(watches);
  return listedUpTo(
    mostNamed,
    watches.map((watch) => nameOf(watch, false)),
  );
}

export const watchNames = (watches: readonly WatchFacts[]): string =>
  listedUpTo(mostNamed, watches.map(watchName)) || 'A removed watch';

const mattersOf = (watches: readonly WatchFacts[]): string[] => [...new Set(watches.map(matterWords))];

export function watchesSubtitle(watches: readonly WatchFacts[]): Pick<Section, 'subtitle' | 'asks'> {
  const [watch, another] = watches;
  const [matter = '', ...others] = mattersOf(watches);
  const subtitle = others.length > 0 ? '' : shorten(matter, 300);
  return { subtitle, asks: another === undefined ? shortText(watch?.asks, 200) : '' };
}

export function discreetWhere(content: Pick<ChangesContent, 'pageUrl'>): string {
  return content.pageUrl ? 'see the page' : 'see Tipstaff';
}

/** Returns a section with `Needs you: 1 of 2 new entries` and a link, or without pages `…, see Tipstaff`. */
export function discreetSection(
  watches: readonly WatchFacts[],
  changes: readonly MessageChange[],
  needing: ReadonlySet<number>,
  content: Pick<ChangesContent, 'pageUrl'>,
): Section {
  const name = discreetName(watches);
  const some = changes.filter(({ id }) => needing.has(id));
  const words = some.length === 0 ? discreetly(changes) : `Needs you: ${discreetlyOf(some, changes)}`;
  const link = matterLink(watches, content);
  const priority = some.length === 0 ? 'read' : 'act';
  return {
    title: name,
    subtitle: '',
    cards: [],
    changes: changes.length,
    lines: link === undefined ? [`${capitalized(words)}, ${discreetWhere(content)}.`] : [],
    records: link === undefined ? [] : [{ title: capitalized(words), facts: '', link, priority }],
    remarks: [],
    where: { command: 'tipstaff changes' },
  };
}

function matterLink(watches: readonly WatchFacts[], { pageUrl }: Pick<ChangesContent, 'pageUrl'>): WebLink | undefined {
  const matters = [...new Set(watches.filter((watch) => watch.confidential).map((watch) => watch.matter ?? ''))];
  const [matter = ''] = matters.length === 1 ? matters : [];
  return pageLink('See the page', pageUrl, matter === '' ? '' : `/matters/${encodeURIComponent(matter)}`);
}
