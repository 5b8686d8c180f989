import { shortText } from '../../base/words/cleanText.ts';
import { dayEnding, placeInZone, type Reader, readerDay, readerTime } from '../../base/words/readerDate.ts';
import { counted, listedUpTo, moreWatches } from '../../base/words/sentence.ts';
import { personName, shownName, watchName, whyUnwatched } from '../../base/words/watchWords.ts';
import { untilWords } from '../../schedule/holds/holds.ts';
import type { ChangesContent } from './content.ts';
import type { Coverage, Unwatched, WatchFacts } from './facts.ts';
import type { OutlineOptions, Warning } from './outline.ts';

type Content = Pick<ChangesContent, 'coverage' | 'checks' | 'lateSince' | 'timezone' | 'locale'>;

const mostNamed = 10;
const mostExplained = 3;

/**
 * Returns `Nothing new: 2 watches, 20 cases, every check complete`, or what was not checked, such as
 * `COULD NOT LOOK since … (over budget): 2 of 2 watches`. The warnings of the message name those watches.
 */
export function nothingNewWords(content: Content): string {
  const { coverage } = content;
  if (coverage === undefined || coverage.watches === 0) return 'Nothing new';
  const { watches, unwatched, paused = [] } = coverage;
  const all = counted(watches, 'watch');
  const aside = notCheckedWords(coverage);
  if (aside.length === 0) {
    const held = [counted(coverage.cases, 'case'), counted(coverage.designs, 'design')];
    const some = held.filter((one) => !one.startsWith('0 '));
    return `Nothing new: ${[all, ...some, checksWords(content)].join(', ')}`;
  }
  const checked = watches - unwatched.length - paused.length;
  if (checked > 0) return `Digest: nothing new in ${checked} of ${all}; ${aside.join('; ')}`;
  if (unwatched.length === 0) return `Digest: ${watches} of ${all} PAUSED`;
  const could = unwatched.every((one) => one.inPart) ? 'COULD NOT LOOK COMPLETELY' : 'COULD NOT LOOK';
  // A subject has no room for the year.
  const since = readerTime(sinceOfAll(unwatched), content).replace(/,? \d{4}(?=,)/, '');
  return `${could} since ${since} (${whyUnwatched(unwatched[0]?.cause)}): ${unwatched.length} of ${all}`;
}

/** Returns `1 watch not checked` and `2 watches PAUSED`, as far as they are so. */
export function notCheckedWords({ unwatched, paused = [] }: Coverage): string[] {
  const number = (some: readonly unknown[]) => counted(some.length, 'watch');
  const completely = unwatched.some((one) => one.inPart) ? ' completely' : '';
  return [
    ...(unwatched.length > 0 ? [`${number(unwatched)} not checked${completely}`] : []),
    ...(paused.length > 0 ? [`${number(paused)} PAUSED`] : []),
  ];
}

export interface CoverageLine {
  readonly kind: 'unwatched' | 'paused';
  readonly words: string;
  readonly watches: readonly WatchFacts[];
  readonly why: string;
}

/** Returns a line for all watches of one cause and day, and for each pause. @param timeWords words an ISO time */
export function coverageLines(
  { unwatched, paused = [] }: Pick<Coverage, 'unwatched' | 'paused'>,
  reader: Reader,
  timeWords: (iso: string) => string,
): CoverageLine[] {
  const { timezone } = reader;
  const endWords = (iso: string) => {
    const ending = dayEnding(iso, timezone);
    return ending === undefined ? timeWords(iso) : `the end of ${readerDay(ending, reader)}`;
  };
  const groups = Map.groupBy(unwatched, (one) => `${dayKnown(one.knownUntil, timezone)} ${one.inPart} ${causeOf(one)}`);
  return [
    ...[...groups.values()].map((some): CoverageLine => {
      const [inPart, checks] = some[0]?.inPart
        ? [', since then only in part', 'checks incomplete']
        : ['', 'no check succeeded'];
      return {
        kind: 'unwatched',
        words: `${lastCompleteWords(some, timeWords)}${inPart}`,
        watches: some.map(({ watch }) => watch),
        // The cause is that of the newest check; an earlier one may have failed for another.
        why: `${checks} since ${timeWords(sinceOfAll(some))}; latest reason: ${whyOfAll(some)}`,
      };
    }),
    ...paused.map(({ watch, since, until, author, reason }): CoverageLine => {
      const end = untilWords({ until: until ?? null }, endWords);
      const why = `by ${personName(author)}${reason === '' ? '' : `: ${shortText(reason, 200)}`}`;
      return {
        kind: 'paused',
        words: `PAUSED, so not checked, since ${timeWords(since)}, ${end}`,
        watches: [watch],
        why,
      };
    }),
  ];
}

const keyCauses = ['token refused', 'no credits left', 'calls to the service suspended'];

function causeOf({ cause }: Unwatched): string {
  const why = whyUnwatched(cause);
  return keyCauses.includes(why) ? 'key' : why;
}

function whyOfAll(unwatched: readonly Unwatched[]): string {
  const all = unwatched.map(({ cause }) => whyUnwatched(cause));
  return keyCauses.find((why) => all.includes(why)) ?? all[0] ?? '';
}

function dayKnown(knownUntil: string | undefined, timezone: string): string {
  return knownUntil === undefined ? 'never' : (placeInZone(knownUntil, timezone)?.day ?? knownUntil);
}

/** What a reader can do about what is not checked. */
export const meanwhile = 'Check the court or register for what cannot wait.';

export function coverageWarnings(content: Content, options: OutlineOptions): Warning[] {
  const { unwatched = [], paused = [], neverFound = [] } = content.coverage ?? {};
  const isSecret = (watch: WatchFacts) => options.discreet && watch.confidential === true;
  const named = paused.slice(0, mostNamed).map((one) => (isSecret(one.watch) ? { ...one, reason: '' } : one));
  const lines = coverageLines({ unwatched, paused: named }, content, (iso) => readerTime(iso, content));
  const more = paused.length - named.length;
  return [
    ...lateWarning(content),
    ...lines.map(({ kind, words, watches, why }): Warning => {
      const tone = kind === 'unwatched' ? 'red' : 'amber';
      return { tone, text: `${words}: ${namesOf(watches, options)} (${why}). ${meanwhile}` };
    }),
    ...(more > 0 ? [{ tone: 'amber' as const, text: `PAUSED: ${moreWatches(more)}.` }] : []),
    ...neverFoundWarning(neverFound, options),
  ];
}

function lateWarning({ lateSince, ...reader }: Content): Warning[] {
  if (lateSince === undefined) return [];
  return [{ tone: 'amber', text: `Late: ready ${readerTime(lateSince, reader)}, but could not be sent earlier.` }];
}

/** Returns `Last checked completely Nov 13, 2026, 7:00 AM EST`, or `between …` if the watches differ. */
function lastCompleteWords(
  unwatched: readonly Pick<Unwatched, 'knownUntil'>[],
  timeWords: (iso: string) => string,
): string {
  const known = unwatched.flatMap(({ knownUntil }) => knownUntil ?? []).sort();
  if (known.length === 0) return 'Never checked completely';
  const [first, last] = [timeWords(known[0] ?? ''), timeWords(known.at(-1) ?? '')];
  return `Last checked completely ${first === last ? first : `between ${first} and ${last}`}`;
}

/** Returns the ISO time since which none of these watches could be checked. Some may have failed before others. */
export function sinceOfAll(unwatched: readonly Pick<Unwatched, 'knownUntil' | 'since'>[]): string {
  const lastKnown =
    unwatched
      .map(({ knownUntil }) => knownUntil ?? '')
      .sort()
      .at(-1) ?? '';
  const moments = unwatched.map(({ since }) => since).sort();
  return moments.find((since) => since >= lastKnown) ?? moments.at(-1) ?? '';
}

function neverFoundWarning(never: NonNullable<Coverage['neverFound']>, options: OutlineOptions): Warning[] {
  if (never.length === 0) return [];
  const watches = never.map(({ watch }) => watch);
  const near = never.filter((one) => one.near !== undefined).slice(0, mostExplained);
  const meant = near.map((one) => `${watchName(one.watch)}: ${shortText(one.near, 200)}`);
  const number = counted(never.length, 'watch has', 'watches have');
  return [
    { tone: 'amber', text: [`${number} never found anything: ${namesOf(watches, options)}.`, ...meant].join(' ') },
  ];
}

function namesOf(watches: readonly WatchFacts[], { discreet }: OutlineOptions): string {
  const names = watches.map((watch) => shownName(watch, discreet));
  return listedUpTo(mostNamed, [...new Set(names)], moreWatches);
}

/** After a failed check a later one may be complete: then nothing is missing, but not every check was complete. */
function checksWords({ checks }: Content): string {
  if (checks.length === 0) return 'no check was due';
  return checks.every((check) => check.outcome === 'complete') ? 'every check complete' : 'the last checks complete';
}
