import { type Design, productName } from '../records/design.ts';
import { locarnoName } from '../records/locarno.ts';
import { recordLabel } from '../records/record.ts';
import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { type Reader, readerDay } from '../words/readerDate.ts';
import { capitalised, listed } from '../words/sentence.ts';
import type { MessageChange } from './content.ts';
import { changedPictures, firstPicture } from './designPictures.ts';
import type { Tile } from './outline.ts';
import type { RecordNews } from './recordNews.ts';
import { listNews } from './words/listNews.ts';

/** Designated states named on a tile. */
const mostStates = 6;

/**
 * What a contact sheet shows of a design: its picture, what it is, whose, where and since when, and what became of it.
 */
export function designTile(design: Design, { changes, happened }: RecordNews, reader: Reader): Tile {
  return {
    picture: firstPicture(design),
    changed: changes.map((change) => changedPictures(change, design)).findLast((moved) => moved.length > 0) ?? [],
    name: shortText(productName(design.products?.[0] ?? ''), 60) || className(design) || recordLabel(design),
    holder: shortText(design.holders?.[0], 60),
    state: capitalised(shorten(happened, 60)),
    facts: [...changes.flatMap(holdersMoved), registeredWords(design, reader)].filter(Boolean),
  };
}

/** What a design without a product is: the name of its class. */
function className(design: Design): string {
  const [code = ''] = design.locarno ?? [];
  return shortText(locarnoName(design, code), 60);
}

/** `Rival Brands B.V. came, Acme left`: who it was, of the holders. */
function holdersMoved({ kind, fields }: MessageChange): string[] {
  const news = fields
    .filter(({ field }) => field === 'holders' && kind !== 'design.new')
    .flatMap((one) => listNews(one) ?? []);
  return news.map(({ added, removed }) => [...moved(added, 'came'), ...moved(removed, 'left')].join(', '));
}

function moved(names: readonly string[], verb: string): string[] {
  return names.length === 0 ? [] : [`${shortText(listed([...names]), 80)} ${verb}`];
}

/** `Registered Nov 13, 2026 · CH, EM, GB and 3 more` */
function registeredWords({ registered = '', designated = [] }: Design, reader: Reader): string {
  const day = readerDay(registered, reader);
  const states = designated.slice(0, mostStates).map((state) => shortText(state, 12));
  const more = designated.length - states.length;
  const all = more > 0 ? `${states.join(', ')} and ${more} more` : states.join(', ');
  return [day && `Registered ${day}`, all].filter(Boolean).join(' · ');
}
