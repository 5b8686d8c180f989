import { counted } from '../../base/words/sentence.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import { type Card, type Outline, type Remark, remark, type Section } from './outline.ts';

/** No message shows more changes in full, so no section is made with more. */
export const itemsAtMost = 120;

export interface Room {
  readonly items: number;
  readonly sections: number;
}

/** The most important changes stay, taking turns among the sections; the others are counted in their place. */
export function cutToRoom(outline: Outline, room: Room): Outline {
  const sections = outline.sections.slice(0, room.sections);
  const kept = mostImportant(sections, room.items);
  return {
    ...outline,
    sections: sections.map((section) => fitRecords(fitSection(section, kept), room.items / sections.length)),
    left: leftOut(outline.sections.slice(room.sections), outline),
  };
}

export function drawnToFit<Drawn>(
  outline: Outline,
  { items, sections }: Room,
  draw: (cut: Outline) => Drawn,
  fits: (drawn: Drawn) => boolean,
): Drawn {
  const drawn = draw(cutToRoom(outline, { items, sections }));
  if (fits(drawn) || (items === 0 && sections === 1)) return drawn;
  const less = { items: Math.floor(items * 0.8), sections: Math.max(1, Math.floor(sections * 0.8)) };
  return drawnToFit(outline, less, draw, fits);
}

function mostImportant(sections: readonly Section[], room: number): ReadonlySet<object> {
  const items = sections.flatMap((section, sectionIndex) =>
    section.cards.flatMap((card) => card.items).map((item, turn) => ({ item, turn, sectionIndex })),
  );
  if (items.length <= room) return new Set(items.map((one) => one.item));
  items.sort(
    (a, b) =>
      priorityOrder(a.item.priority) - priorityOrder(b.item.priority) ||
      a.turn - b.turn ||
      a.sectionIndex - b.sectionIndex,
  );
  return new Set(items.slice(0, room).map((one) => one.item));
}

function fitSection(section: Section, kept: ReadonlySet<object>): Section {
  const cards: Card[] = section.cards
    .map((card) => ({ ...card, items: card.items.filter((item) => kept.has(item)) }))
    .filter((card) => card.items.length > 0);
  const before = countItems(section.cards) + (section.withoutRoom ?? 0);
  const gone = before - countItems(cards);
  if (gone === 0) return section;
  const words = gone === before ? counted(gone, 'change') : `and ${counted(gone, 'more change')}`;
  return { ...section, cards, remarks: [...section.remarks, remark(words, section.where)] };
}

const linesEach = 3;

function fitRecords(section: Section, room: number): Section {
  const { records = [], moreRecords = 0 } = section;
  const shown = records.slice(0, Math.ceil(room * linesEach));
  return { ...section, records: shown, moreRecords: moreRecords + records.length - shown.length };
}

function countItems(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + card.items.length, 0);
}

function leftOut(sections: readonly Section[], { unit, where }: Outline): Remark | undefined {
  if (sections.length === 0) return undefined;
  const changes = sections.reduce((sum, section) => sum + section.changes, 0);
  const number =
    unit === 'watch'
      ? counted(sections.length, 'more watch', 'more watches')
      : counted(sections.length, 'more incident');
  return remark(changes > 0 ? `And ${counted(changes, 'more change')} of ${number}` : `And ${number}`, where);
}
