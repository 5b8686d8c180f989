import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../../base/words/readerDate.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { type Fate, fatesOf } from '../../../reading/outcomes/partDismissed.ts';
import { readEntry } from '../../../reading/readEntry.ts';
import type { Entry, EntryOutcome, EntryReading } from '../../../records/docket.ts';
import type { MessageChange } from '../content.ts';

const mostNamed = 3;

/** Returns `Denies D.I. 12, the motion to dismiss of Mar 3, 2026; about D.I. 1, the complaint of Feb 4, 2026.` */
export function decidesWords(
  reading: EntryReading,
  { entry, namedEntries = [] }: Pick<MessageChange, 'entry' | 'namedEntries'>,
  reader: Reader,
): string {
  if (entry === undefined || namedEntries.length === 0) return '';
  const text = cleanText(entry.description);
  const fates = fatesOf(text);
  let last = '';
  const parts = namedEntries.slice(0, mostNamed).map((named) => {
    const verb = verbFor(named.documentNumber, reading, fates, text);
    const words =
      verb === last ? nameOf(named, reader) : `${last === '' ? verb : verb.toLowerCase()} ${nameOf(named, reader)}`;
    last = verb;
    return words;
  });
  const more = namedEntries.length > mostNamed ? ` and ${namedEntries.length - mostNamed} more` : '';
  return `${parts.join('; ')}${more}.`;
}

/** What a decision does to the papers that it names. */
const decisions: Readonly<Partial<Record<EntryOutcome, string>>> = {
  granted: 'Grants',
  denied: 'Denies',
  'granted in part': 'Grants in part',
  moot: 'Finds moot',
  deferred: 'Defers',
  reversed: 'Reverses',
};

function verbFor(number: string, { type, outcome }: EntryReading, fates: readonly Fate[], text: string): string {
  const fate = fates.find((one) => one.number === number);
  // A mandate affirms the judgment, not the notice of appeal that it names.
  const isMandate = outcome === 'granted' && /\baffirm/i.test(text);
  const isOnlyNamed = fates.length > 0 || isMandate || isNamedByAnother(number, text);
  const does = fate?.does ?? (outcome === null || isOnlyNamed ? undefined : decisions[outcome]);
  if (does === undefined) return 'About';
  return type === 'report' ? recommended(does) : does;
}

/** Returns `Recommends denying` for `Denies`. */
function recommended(does: string): string {
  const [verb = '', ...rest] = does.toLowerCase().split(' ');
  return ['Recommends', `${verb.replace(/ies$/, 'y').replace(/e?s$/, '')}ing`, ...rest].join(' ');
}

/** True if the title of another paper contains the number: "203 Motion for Extension of Time re 1 Complaint". */
function isNamedByAnother(number: string, text: string): boolean {
  return new RegExp(
    String.raw`\b\d{1,4}\]? [A-Z][^.;,\d]*? (?:re|regarding|to|of|as to|on|from|in support of):? ` +
      String.raw`[[(]{0,2}${number}(?!\d)`,
  ).test(text);
}

function nameOf({ documentNumber, description, dateFiled }: Entry, reader: Reader): string {
  const text = cleanText(description);
  const label = entryLabel({ ...readEntry(text, dateFiled), outcome: null }, text);
  const what = label === '' ? '' : `, the ${label.replace(' · ', ' on ').toLowerCase()}`;
  const day = dateFiled === '' ? '' : ` of ${readerDay(shortText(dateFiled, 40), reader)}`;
  return `D.I. ${shortText(documentNumber, 20)}${what}${day}`;
}
