import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../../base/words/readerDate.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { type Fate, fatesOf } from '../../../reading/outcomes/partDismissed.ts';
import { readEntry } from '../../../reading/readEntry.ts';
import type { Entry, EntryReading } from '../../../records/docket.ts';
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

function verbFor(number: string, reading: EntryReading, fates: readonly Fate[], text: string): string {
  const fate = fates.find((one) => one.number === number);
  if (fate !== undefined) return recommended(fate.does, reading);
  return fates.length > 0 || isNamedByAnother(number, text) ? 'About' : verbOf(reading, text);
}

function recommended(does: string, { type }: EntryReading): string {
  if (type !== 'report') return does;
  const [verb = '', ...rest] = does.toLowerCase().split(' ');
  return ['Recommends', `${verb.replace(/ies$/, 'y').replace(/s$/, '')}ing`, ...rest].join(' ');
}

/** True if the title of another paper contains the number: "203 Motion for Extension of Time re 1 Complaint". */
function isNamedByAnother(number: string, text: string): boolean {
  return new RegExp(
    String.raw`\b\d{1,4}\]? [A-Z][^.;,\d]*? (?:re|regarding|to|of|as to|on|from|in support of):? ` +
      String.raw`[[(]{0,2}${number}(?!\d)`,
  ).test(text);
}

function verbOf({ type, outcome }: EntryReading, text: string): string {
  const recommends = type === 'report';
  // A mandate affirms the judgment, not the notice of appeal that it names.
  if (outcome === 'granted' && /\baffirm/i.test(text)) return 'About';
  switch (outcome) {
    case 'granted':
      return recommends ? 'Recommends granting' : 'Grants';
    case 'denied':
      return recommends ? 'Recommends denying' : 'Denies';
    case 'granted in part':
      return recommends ? 'Recommends granting in part' : 'Grants in part';
    case 'moot':
      return 'Finds moot';
    case 'deferred':
      return 'Defers';
    case 'reversed':
      return 'Reverses';
    case 'withdrawn':
    case 'dismissed':
    case null:
      return 'About';
  }
}

function nameOf({ documentNumber, description, dateFiled }: Entry, reader: Reader): string {
  const text = cleanText(description);
  const label = entryLabel({ ...readEntry(text, dateFiled), outcome: null }, text);
  const what = label === '' ? '' : `, the ${label.replace(' · ', ' on ').toLowerCase()}`;
  const day = dateFiled === '' ? '' : ` of ${readerDay(shortText(dateFiled, 40), reader)}`;
  return `D.I. ${shortText(documentNumber, 20)}${what}${day}`;
}
