import { openName } from '../../config/openName.ts';
import type { BaselineContent, BaselineMore } from '../../message/content.ts';

type Announcement = BaselineContent['announcements'][number];
type Part = Announcement | { readonly more: BaselineMore };

/** Of so many watches a message lists what they found; nobody reads more of that. */
const mostListed = 20;
/** So many are named; the others are counted, so that an alert of ten thousand baselines is one message that a reader can open. */
const mostNamed = 100;
const mostSilentNamed = 50;

/** The announcements of an alert with those that join it. */
export function growAnnouncement(before: readonly object[], added: readonly Announcement[]): readonly object[] {
  return added.reduce<readonly Part[]>(withOne, before as readonly Part[]);
}

function withOne(parts: readonly Part[], one: Announcement): readonly Part[] {
  const named = parts.filter((part) => !('more' in part));
  if (named.length < mostListed) return [...parts, one];
  if (named.length < mostNamed) return [...parts, { ...one, examples: one.examples.slice(0, 1), leftOut: [] }];
  const last = parts.at(-1);
  const more =
    last !== undefined && 'more' in last ? last.more : { watches: 0, records: 0, foundNothing: 0, silent: [] };
  const isSilent = one.records === 0 && one.check.outcome === 'complete';
  const name = one.watch.confidential ? openName(one.watch) : one.watch.name;
  const grown: BaselineMore = {
    watches: more.watches + 1,
    records: more.records + one.records,
    foundNothing: more.foundNothing + Number(isSilent),
    silent: isSilent && more.silent.length < mostSilentNamed ? [...more.silent, name] : more.silent,
  };
  return [...named, { more: grown }];
}
