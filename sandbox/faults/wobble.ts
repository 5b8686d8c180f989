import { everyHit, type Fault, type Hit, isObject, type Strike } from './fault.ts';

/** Differences between responses that are no news. */

const everyEntry = (change: (entry: Hit, strike: Strike) => Hit) =>
  everyHit((hit, strike) => {
    if (!Array.isArray(hit.entries)) return hit;
    return { ...hit, entries: hit.entries.map((entry: unknown) => (isObject(entry) ? change(entry, strike) : entry)) };
  });

const everyImage = (change: (url: string, strike: Strike) => string) =>
  everyHit((hit, strike) => {
    if (!Array.isArray(hit.IMG_DATA)) return hit;
    const images = hit.IMG_DATA.map((image: unknown) =>
      isObject(image) && typeof image.url === 'string' ? { ...image, url: change(image.url, strike) } : image,
    );
    return { ...hit, IMG_DATA: images };
  });

function movedVolatile(hit: Hit, { count }: Strike): Hit {
  if (!('SOURCE' in hit)) return hit;
  const moment = new Date(Date.UTC(2026, 0, 1) + count * 61_007).toISOString();
  const worker = `w-${count}`;
  const version = String(count);
  return { ...hit, crawledAt: moment, PROCESSED_AT: moment, workerId: worker, WORKER_ID: worker, version };
}

const SPELLINGS: readonly ((holder: string) => string)[] = [
  (holder) => holder.toUpperCase(),
  (holder) => holder.replaceAll(' ', '  '),
  (holder) => holder.replaceAll(',', ''),
  (holder) => holder.toLowerCase(),
];

function respelt(hit: Hit, { count }: Strike): Hit {
  const spell = SPELLINGS[count % SPELLINGS.length];
  if (!Array.isArray(hit.HOL) || !spell) return hit;
  return { ...hit, HOL: hit.HOL.map((holder: unknown) => (typeof holder === 'string' ? spell(holder) : holder)) };
}

/** Removes some fields of designs on every second response. */
function lacking(hit: Hit, { count }: Strike): Hit {
  if (!('SOURCE' in hit) || count % 2 === 0) return hit;
  const { STATUS: _status, HOL: _holders, PROD: _products, DETAIL_DATA: _details, ...rest } = hit;
  return rest;
}

/** Imitates, on every second response, reports that lack a case's name, judge and parties. */
function nameless(hit: Hit, { count }: Strike): Hit {
  if (!('docketId' in hit) || count % 2 === 0) return hit;
  return { ...hit, caseName: 'Unknown Case Title', assignedTo: '', parties: [] };
}

/** Removes `(Entered: 11/20/2026)` on every second response, as some kinds of report do. */
function withoutSuffix(entry: Hit, { count }: Strike): Hit {
  if (typeof entry.description !== 'string' || count % 2 === 0) return entry;
  return { ...entry, description: entry.description.replace(/\s*[([](Entered|Filed on):? [\d/]+[)\]]\s*$/, '') };
}

function respaced(entry: Hit, { count }: Strike): Hit {
  if (typeof entry.description !== 'string' || count % 2 === 0) return entry;
  const description = entry.description.replaceAll('(', '( ').replaceAll("'", '&#039;').replaceAll(', ', ' , ');
  return { ...entry, description };
}

/** Changes the fourth digit of a document id, which only says whether a menu of attachments was shown. */
function relinked(entry: Hit, { count }: Strike): Hit {
  if (typeof entry.documentHref !== 'string') return entry;
  return { ...entry, documentHref: entry.documentHref.replace(/^(\/doc1\/\d{3})\d/, `$1${count % 2}`) };
}

export const WOBBLE = {
  'volatile-moves': {
    about: 'crawledAt, PROCESSED_AT, workerId, WORKER_ID and version change in every response',
    page: everyHit(movedVolatile),
  },
  'image-hosts-move': {
    about: 'picture addresses at another host in every response',
    page: everyImage((url, { count }) => url.replace(/^https?:\/\/[^/]+/, `https://cdn${count}.designs.example`)),
  },
  'image-queries-move': {
    about: 'picture addresses with a new signature in every response',
    page: everyImage((url, { count }) => `${url}?sig=${count}`),
  },
  'holders-respelt': {
    about: 'holders alternately in capitals, with double blanks, without commas, in small letters',
    page: everyHit(respelt),
  },
  'fields-come-and-go': {
    about: 'STATUS, HOL, PROD and DETAIL_DATA are absent from every other response',
    page: everyHit(lacking),
  },
  'names-come-and-go': {
    about: 'dockets without judge and parties, named Unknown Case Title, in every other response',
    page: everyHit(nameless),
  },
  'entered-comes-and-goes': {
    about: 'entries without the suffix (Entered: …) in every other response',
    page: everyEntry(withoutSuffix),
  },
  'text-respaced': {
    about: 'other blanks, and entities for quotes, in entry texts in every other response',
    page: everyEntry(respaced),
  },
  'links-move': { about: 'another fourth digit in document links in every response', page: everyEntry(relinked) },
  'entries-withheld': {
    about: 'dockets without their entries in every other response',
    page: everyHit((hit, { count }) => ('docketId' in hit && count % 2 === 1 ? { ...hit, entries: [] } : hit)),
  },
} satisfies Record<string, Fault>;
