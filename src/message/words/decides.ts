import { entryLabel } from '../../reading/entryLabel.ts';
import type { EntryReading } from '../../reading/entryReading.ts';
import { readEntry } from '../../reading/readEntry.ts';
import type { Entry } from '../../records/entry.ts';
import { cleanText } from '../../words/cleanText.ts';
import { type Reader, readerDay } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';

/** Entries named in one sentence; an order that decides twenty motions lists them itself. */
const mostNamed = 3;

/**
 * What an entry decides, responds to or is about, from the entries that its text names and the store knows: `Denies D.I. 12, the
 * motion to dismiss of Mar 3, 2026.` '' where none of them is known.
 */
export function decidesWords(reading: EntryReading, named: readonly Entry[], reader: Reader): string {
  if (named.length === 0) return '';
  const verb = verbOf(reading);
  const names = named.slice(0, mostNamed).map((entry) => nameOf(entry, reader));
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return `${verb} ${names.join('; ')}${more}.`;
}

function verbOf({ type, outcome }: EntryReading): string {
  const recommends = type === 'report';
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

/** `D.I. 12, the motion to dismiss of Mar 3, 2026` */
function nameOf({ documentNumber, description, dateFiled }: Entry, reader: Reader): string {
  const text = cleanText(description);
  const label = entryLabel(readEntry(text, dateFiled), text);
  const what = label === '' ? '' : `, the ${label.replace(' · ', ' on ').toLowerCase()}`;
  const day = dateFiled === '' ? '' : ` of ${readerDay(shortText(dateFiled, 40), reader)}`;
  return `D.I. ${shortText(documentNumber, 20)}${what}${day}`;
}
