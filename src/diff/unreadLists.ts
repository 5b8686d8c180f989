import type { Design, DesignList } from '../records/design.ts';
import { foldText } from './foldText.ts';

/**
 * The design as shown, its unread lists filled up with what was known: what was null or blank in them may be any of that. A list
 * stays unread until a response shows it whole.
 */
export function fillUnreadLists(before: Design, after: Design): Design {
  const unread = before.unread?.filter((list) => after.unread?.includes(list) || after[list] === undefined);
  const filled = Object.fromEntries((after.unread ?? []).map((list) => [list, knownAndShown(before, after, list)]));
  return { ...after, ...filled, unread: unread?.length ? unread : undefined };
}

function knownAndShown(before: Design, after: Design, list: DesignList): Design[DesignList] {
  if (list === 'images') return [...(before.images ?? []), ...(after.images ?? [])];
  const known = before[list] ?? [];
  const folded = new Set(known.map(foldText));
  return [...known, ...(after[list] ?? []).filter((each) => !folded.has(foldText(each)))];
}
