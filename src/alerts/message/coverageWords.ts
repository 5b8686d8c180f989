import { shortText } from '../../base/words/cleanText.ts';
import { placeInZone, type Reader, readerTime } from '../../base/words/readerDate.ts';
import { counted, listedUpTo, moreWatches } from '../../base/words/sentence.ts';
import { discreetName, watchName, whyUnwatched } from '../../base/words/watchWords.ts';
import { untilWords } from '../../schedule/holds/holds.ts';
import type { ChangesContent, Coverage, PausedWatch, Unwatched } from './content.ts';
import type { OutlineOptions } from './message.ts';
import type { Warning } from './outline.ts';

type Content = Pick<ChangesContent, 'coverage' | 'checks' | 'lateSince' | 'timezone' | 'locale'>;

/** Watches named in a warning; the others are counted. */
const mostNamed = 10;
/** For so many of those that never found anything it is said what is stored instead. */
const mostExplained = 3;

/**
 * A digest without news in one line: `Nothing new: 2 watches, 20 cases, every check complete`. It claims nothing of
 * what was not looked at:
 * `COULD NOT LOOK since … (over budget): 2 of 2 watches unwatched`, `nothing new in 3 of 4 watches; 1 watch not checked
 * since …`.
 * @param brief without since when: a warning on top of the message says so
 */
export function nothingNewWords(content: Content, brief = false): string {
  const { coverage } = content;
  if (coverage === undefined || coverage.watches === 0) return 'Nothing new';
  const { watches, unwatched, paused = [] } = coverage;
  const looked = watches - unwatched.length - paused.length;
  const all = counted(watches, 'watch', 'watches');
  if (unwatched.length === 0 && paused.length === 0) {
    const held = [counted(coverage.cases, 'case'), counted(coverage.designs, 'design')].filter(
      (one) => !one.startsWith('0 '),
    );
    return `Nothing new: ${[all, ...held, checksWords(content)].join(', ')}`;
  }
  if (unwatched.length === 0 && looked === 0) return `Digest: PAUSED, and not looked at: ${watches} of ${all}`;
  if (looked > 0) {
    const notLooked = brief ? notChecked(coverage) : unwatchedWords(coverage, content);
    const [others, aside] = [unwatched.length > 0 ? [notLooked] : [], pausedWords(coverage)];
    return `Digest: nothing new in ${looked} of ${all}; ${[...others, ...aside].join('; ')}`;
  }
  const why = whyUnwatched(unwatched[0]?.reason);
  const [could, number] = unwatched.every((one) => one.inPart)
    ? ['COULD NOT LOOK COMPLETELY', `${unwatched.length} of ${all}`]
    : ['COULD NOT LOOK', `${unwatched.length} of ${all} unwatched`];
  const since = sinceWords(coverage, content);
  // A subject has no room for the year.
  if (brief) return `${could} since ${since.replace(/,? \d{4}(?=,)/, '')} (${why}): ${unwatched.length} of ${all}`;
  return `Digest: ${[`${could} since ${since} (${why}): ${number}`, ...pausedWords(coverage)].join('; ')}`;
}

/** `1 watch PAUSED`; nothing where none is. */
export function pausedWords({ paused = [] }: Coverage): string[] {
  return paused.length === 0 ? [] : [`${counted(paused.length, 'watch', 'watches')} PAUSED`];
}

/** `1 watch not checked since Nov 21, 2026, 4:12 PM EST` */
function unwatchedWords(coverage: Coverage, reader: Reader): string {
  return `${notChecked(coverage)} since ${sinceWords(coverage, reader)}`;
}

/** `2 watches not checked`; `not checked completely` where something of one was looked at. */
export function notChecked({ unwatched }: Coverage): string {
  const number = counted(unwatched.length, 'watch', 'watches');
  return `${number} not checked${unwatched.some((one) => one.inPart) ? ' completely' : ''}`;
}

/** What is not known, one sentence for all watches of one cause and day: it is true of each of them. */
export function coverageWarnings(content: Content, options: OutlineOptions): Warning[] {
  const groups = Map.groupBy(
    content.coverage?.unwatched ?? [],
    (one) => `${dayKnown(one, content)} ${one.inPart} ${whyUnwatched(one.reason)}`,
  );
  const blind = [...groups.values()].map((some): Warning => {
    const [first] = some;
    const why = whyUnwatched(first?.reason);
    const inPart = first?.inPart ? ', since then only in part' : '';
    const known = `${lastCompleteWords(some, (iso) => readerTime(iso, content))}${inPart}`;
    return { tone: 'red', text: `${known}: ${namesOf(some, options)} (${why}).` };
  });
  return [
    ...lateWarning(content),
    ...blind,
    ...(content.coverage?.paused ?? []).slice(0, mostNamed).map((one) => pausedWarning(one, content, options)),
    ...morePaused(content.coverage),
    ...neverFoundWarning(content.coverage, options),
  ];
}

function lateWarning({ lateSince, ...reader }: Content): Warning[] {
  if (lateSince === undefined) return [];
  return [{ tone: 'amber', text: `Late: ready ${readerTime(lateSince, reader)}, and could not be sent before.` }];
}

/** `Last checked completely Nov 13, 2026, 7:00 AM EST`, or between which moments: no watch was checked later. */
export function lastCompleteWords(
  unwatched: readonly Pick<Unwatched, 'knownUntil'>[],
  timeWords: (iso: string) => string,
): string {
  const known = unwatched.flatMap(({ knownUntil }) => knownUntil ?? []).sort();
  if (known.length === 0) return 'Never checked completely';
  const some = known.length < unwatched.length ? ' (some never)' : '';
  const [first, last] = [timeWords(known[0] ?? ''), timeWords(known.at(-1) ?? '')];
  return `Last checked completely ${first === last ? first : `between ${first} and ${last}`}${some}`;
}

/** ISO: since when none of these watches could be checked; one of them may have been checked after another failed. */
export function sinceOfAll(unwatched: readonly Pick<Unwatched, 'knownUntil' | 'since'>[]): string {
  const lastKnown =
    unwatched
      .map(({ knownUntil }) => knownUntil ?? '')
      .sort()
      .at(-1) ?? '';
  const moments = unwatched.map(({ since }) => since).sort();
  return moments.find((since) => since >= lastKnown) ?? moments.at(-1) ?? '';
}

function dayKnown({ knownUntil }: Unwatched, { timezone }: Reader): string {
  return knownUntil === undefined ? 'never' : (placeInZone(knownUntil, timezone)?.day ?? knownUntil);
}

/** Since when, until when and by whom a watch is paused; for a confidential one without the reason. */
function pausedWarning(paused: PausedWatch, reader: Reader, options: OutlineOptions): Warning {
  const { since, until, author, reason, watch } = paused;
  const end = untilWords({ until: until ?? null }, (iso) => readerTime(iso, reader));
  const why = reason === '' || (options.discreet && watch.confidential) ? '' : `: ${shortText(reason, 200)}`;
  return {
    tone: 'amber',
    text:
      `PAUSED and not looked at since ${readerTime(since, reader)}, ${end}: ${namesOf([paused], options)} (by ` +
      `${author}${why}).`,
  };
}

function morePaused(coverage: Coverage | undefined): Warning[] {
  const more = (coverage?.paused?.length ?? 0) - mostNamed;
  return more > 0 ? [{ tone: 'amber', text: `PAUSED and not looked at: ${moreWatches(more)}.` }] : [];
}

/** What found nothing at all since its first check looks as well as what is quiet. */
function neverFoundWarning(coverage: Coverage | undefined, options: OutlineOptions): Warning[] {
  const never = coverage?.neverFound ?? [];
  if (never.length === 0) return [];
  const near = never.flatMap(({ watch, near: words }) =>
    words === undefined ? [] : [`${watchName(watch)}: ${shortText(words, 200)}`],
  );
  const number = counted(never.length, 'watch has', 'watches have');
  const begin = `${number} never found anything: ${namesOf(never, options)}.`;
  return [{ tone: 'amber', text: [begin, ...near.slice(0, mostExplained)].join(' ') }];
}

function namesOf(unwatched: readonly Pick<Unwatched, 'watch'>[], { discreet }: OutlineOptions): string {
  const names = unwatched.map(({ watch }) =>
    discreet && watch.confidential ? discreetName([watch]) : watchName(watch),
  );
  return listedUpTo(mostNamed, [...new Set(names)], moreWatches);
}

/** A complete check makes up for an earlier one that failed, but "every" would be false. */
function checksWords({ checks }: Content): string {
  if (checks.length === 0) return 'no check was due';
  return checks.every((check) => check.outcome === 'complete') ? 'every check complete' : 'the last checks complete';
}

function sinceWords({ unwatched }: Coverage, reader: Reader): string {
  return readerTime(sinceOfAll(unwatched), reader);
}
