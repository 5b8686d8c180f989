import { shorten, shortText } from '../../../base/words/cleanText.ts';
import { shortCourt } from '../../../records/courts.ts';
import { type Design, productName } from '../../../records/design.ts';
import { readDocketNumber } from '../../../records/docket.ts';
import { recordLabel, recordTitle, type SearchRecord } from '../../../records/record.ts';

export function designName(design: Design): string {
  const facts = [design.holders?.[0], productName(design.products?.[0] ?? '')].map((one) => shortText(one, 60));
  const known = facts.filter(Boolean).join(', ');
  return known === '' ? recordLabel(design) : `${recordLabel(design)} (${known})`;
}

/** Returns words for a likeness from 0 to 1, such as `very similar`. They rank designs, but are not a legal opinion. */
export function likenessWords(likeness: number): string {
  if (likeness >= 0.8) return 'very similar';
  if (likeness >= 0.6) return 'similar';
  return likeness >= 0.4 ? 'somewhat similar' : 'hardly similar';
}

// Titles have single blanks. An expression that allowed several would be slow on long runs of blanks.
const legalForm = new RegExp(
  String.raw`,? (?:inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|plc|s\.?a` +
    String.raw`|s\.?r\.?l|s\.?p\.?a|k\.?k|s\.?a\.?s|b\.?v|n\.?v|et al)\.?$`,
  'i',
);
const longestParty = 28;

export const shortParty = (party: string): string => wholeWords(bareParty(party), longestParty);

const bareParty = (party: string): string => party.replace(/,? et al\.?$/i, '').replace(legalForm, '');

function wholeWords(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf(' ', room);
  return end > 0 ? text.slice(0, end).replace(/(?:[\s,;:&-]|\b(?:of|and|the|for))+$/iu, '') : shorten(text, room);
}

function calledParty(party: string): string {
  const short = shortParty(party);
  if (/^united states/i.test(short)) return 'United States';
  const [first = '', second, third] = short.replace(/^the /i, '').split(' ');
  const isShort = first.length <= 3 && second !== undefined;
  const called = isShort ? `${first} ${second === '&' ? `& ${third ?? ''}` : second}` : first;
  return called.replace(/[,;]$/, '').trim();
}

const captionParts = / vs?\. /;

const plainEnd =
  / (?:holdings?|group|companies|industries|international|technolog(?:y|ies)|solutions|systems|products)$/i;

/** Returns captions for a subject, the fullest first. `Widget…Europe` keeps the last word to tell cases apart. */
export function captionsOf(record: SearchRecord): string[] {
  const title = recordTitle(record);
  if (title === recordLabel(record)) return [''];
  if (record.type === 'docket') return docketCaptions(title);
  const [holder, product] = [shortParty(shortText(record.holders?.[0], 60)), productName(record.products?.[0] ?? '')];
  // Designs of JPID have neither. The number is elsewhere in the subject.
  if (!holder && !product) return [''];
  const named = wholeWords(shortText(product, 60), 40);
  return [[holder, named].filter(Boolean).join(' – '), holder || named];
}

function docketCaptions(title: string): string[] {
  const [first = '', ...others] = title.split(captionParts).map(bareParty);
  if (others.length === 0) return [...new Set([withEnds(first), withEnds(first.replace(/^in re:? /i, ''))])];
  const telling = others.map((party) => party.replace(plainEnd, ''));
  const last = telling.at(-1)?.split(' ').at(-1) ?? '';
  const full = [first, ...others].map(withEnds).join(' v. ');
  const short = [calledParty(first), ...telling.map(withEnds)].join(' v. ');
  const ends = `${shorten(calledParty(first), longestWord)}…${shorten(last, longestWord)}`.replace('……', '…');
  return [...new Set([full, short, ends])];
}

const longestWord = 20;

function withEnds(party: string): string {
  if (party.length <= longestParty) return party;
  const last = party.slice(party.lastIndexOf(' ') + 1);
  return last.length > longestWord
    ? wholeWords(party, longestParty)
    : `${wholeWords(party, longestParty - last.length - 3)} … ${last}`;
}

const longestNumber = 24;

/** Returns the court or register and the number for a subject, the fullest first: `W.D. Tex. 26-504`, `26-504`. */
export function placesOf(record: SearchRecord): string[] {
  const label = recordLabel(record);
  const number = shorten(record.type === 'docket' ? spokenNumber(label) : label, longestNumber);
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [[shortText(place, 60), number].filter(Boolean).join(' '), number];
}

/** Shortens `1:26-cv-00504` to `26-504`, `6:26-cv-00504` to `6:26-cv-504`, and `1:26-cr-00504` to `26-cr-504`. */
function spokenNumber(label: string): string {
  const read = /^\d:/.test(label) ? readDocketNumber(label) : undefined;
  if (read === undefined) return label;
  const { office, year, type = 'cv', serial } = read;
  if (office !== '1') return `${office}:${year}-${type}-${serial}`;
  return type === 'cv' ? `${year}-${serial}` : `${year}-${type}-${serial}`;
}

export function recordName(record: SearchRecord, party = ''): string {
  const [caption] = captionsOf(record);
  const place = [placesOf(record)[0], party && `party ${shortParty(shortText(party, 60))}`].filter(Boolean).join(', ');
  return caption === '' ? place : `${caption} (${place})`;
}
