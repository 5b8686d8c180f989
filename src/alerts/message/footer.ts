import { shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerTime } from '../../base/words/readerDate.ts';
import { counted, moreWatches } from '../../base/words/sentence.ts';
import { discreetName, incompleteResult, matterWords, watchName, whyUnwatched } from '../../base/words/watchWords.ts';
import type { ChangesContent, CheckFacts, WatchFacts } from './content.ts';

/** Watches explained one by one; the rest is counted. */
const mostWatches = 8;

/** Why you receive this, when it was checked, and whether that was complete. */
export function changesFooter(content: ChangesContent, options: { readonly discreet: boolean }): string[] {
  return [
    ...whyYouReceiveThis(content.watches, content.channel, options.discreet),
    ...checkedWords(content.checks, content),
  ];
}

export function whyYouReceiveThis(watches: readonly WatchFacts[], channel: string, discreet: boolean): string[] {
  const lines = new Set(watches.map((watch) => watchLine(watch, discreet)));
  const shown = [...lines].slice(0, mostWatches);
  const more = lines.size - shown.length;
  return [
    `You receive this because channel ${shortText(channel, 60)} follows:`,
    ...shown,
    ...(more > 0 ? [`and ${moreWatches(more)}.`] : []),
  ];
}

const mostReasons = 3;

/**
 * When checks were made, and why news may be missing, in words for readers. A check that was repeated completely is no
 * gap, and a skipped one was not made. The service's own words stay out: they name addresses and what was searched for.
 */
export function checkedWords(checks: readonly CheckFacts[], reader: Reader): string[] {
  if (checks.length === 0) return [];
  const made = checks.filter((check) => check.outcome !== 'skipped');
  const gaps = checks.filter((check) => check.outcome !== 'complete' && !check.repeated);
  const when = whenMade(made, reader);
  if (gaps.length === 0) return [`${when}: complete.`];
  const number = made.length === 0 ? [] : [`${gaps.length} of ${counted(checks.length, 'check')} ${gapWords(gaps)}`];
  return [`${[when, ...number, ...reasonsOf(gaps)].join(': ')}. Something may be missing.`];
}

/** `service key refused; over budget` */
function reasonsOf(gaps: readonly CheckFacts[]): string[] {
  const reasons = new Set(gaps.map(({ reason }) => whyUnwatched(reason ?? '')));
  reasons.delete(incompleteResult);
  return reasons.size === 0 ? [] : [[...reasons].slice(0, mostReasons).join('; ')];
}

const gapNames = { failed: 'failed', partial: 'incomplete', skipped: 'not made', complete: 'complete' } as const;

function gapWords(gaps: readonly CheckFacts[]): string {
  const [name, ...others] = new Set(gaps.map(({ outcome }) => gapNames[outcome]));
  return others.length === 0 ? (name ?? '') : 'not complete';
}

function whenMade(made: readonly CheckFacts[], reader: Reader): string {
  const times = made.map((check) => check.endedAt).sort();
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return 'No check was made';
  return `Checked ${between(readerTime(first, reader), readerTime(last, reader))}`;
}

function between(first: string, last: string): string {
  return first === last ? last : `from ${first} to ${last}`;
}

function watchLine(watch: WatchFacts, discreet: boolean): string {
  if (discreet && watch.confidential) return discreetName([watch]);
  const matter = matterWords(watch);
  const name = `${watchName(watch)}${matter ? ` (${matter})` : ''}`;
  return [name, shortText(watch.asks, 200)].filter(Boolean).join(' · ');
}
