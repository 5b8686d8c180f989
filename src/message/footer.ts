import { shortText } from '../words/cleanText.ts';
import { type Reader, readerTime } from '../words/readerDate.ts';
import { counted, moreWatches } from '../words/sentence.ts';
import { discreetName, matterWords, watchName, whyUnwatched } from '../words/watchWords.ts';
import type { ChangesContent, CheckFacts, WatchFacts } from './content.ts';

/** Watches explained one by one; the rest is counted. */
const mostWatches = 8;

/** Why you receive this, when it was checked, and whether that was complete. */
export function changesFooter(content: ChangesContent, options: { readonly discreet: boolean }): string[] {
  return [
    ...whyYouReceiveThis(content.watches, content.channel, options.discreet),
    ...checkedWords(content.checks, content, options.discreet && content.watches.some(isConfidential)),
  ];
}

function isConfidential(watch: WatchFacts): boolean {
  return watch.confidential === true;
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

/**
 * When checks were made, and every one that was not complete with its reason. A skipped one was not made.
 * @param discreet the service's own words, which may quote what was asked, are left out
 */
export function checkedWords(checks: readonly CheckFacts[], reader: Reader, discreet: boolean): string[] {
  if (checks.length === 0) return [];
  const made = checks.filter((check) => check.outcome !== 'skipped');
  const incomplete = checks.filter((check) => check.outcome !== 'complete');
  const when = whenMade(made, reader);
  if (incomplete.length === 0) return [`${when}: complete.`];
  const reasons = [...new Set(incomplete.map((check) => incompleteWords(check, discreet)))].slice(0, 3).join('; ');
  if (made.length === 0) return [`${when} (${reasons}), so something may be missing.`];
  const number = `${incomplete.length} of ${counted(checks.length, 'check')} not complete`;
  return [`${when}: ${number} (${reasons}), so something may be missing.`];
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

function incompleteWords(check: CheckFacts, discreet: boolean): string {
  const reason = discreet ? whyUnwatched(check.reason) : shortText(check.reason, 300);
  return reason ? `${check.outcome}: ${reason}` : check.outcome;
}

function watchLine(watch: WatchFacts, discreet: boolean): string {
  if (discreet && watch.confidential) return discreetName([watch]);
  const matter = matterWords(watch);
  const name = `${watchName(watch)}${matter ? ` (${matter})` : ''}`;
  return [name, shortText(watch.asks, 200)].filter(Boolean).join(' · ');
}
