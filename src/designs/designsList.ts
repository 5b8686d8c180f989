import type { Config } from '../config/config.ts';
import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import { designRow } from '../pages/lists/recordRows.ts';
import { heldBy } from '../pages/visit/heldBy.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { listDesigns } from '../snapshot/listRecordsQueries.ts';
import { designFilterOf } from './galleryFilter.ts';

/** Which designs the address asks for: those of one watch, or of every watch that the viewer may read. */
export function designHolders(config: Config, visit: Visit) {
  const watches = openWatches(config.watches, visit.viewer).filter((watch) => watch.searches[0]?.type === 'designs');
  const chosen = watches.filter((watch) => watch.id === visit.url.searchParams.get('watch'));
  return { watches, holders: heldBy(chosen.length > 0 ? chosen : watches) };
}

export const designsList: List = {
  path: '/designs',
  async load({ store, config }, visit) {
    const { holders } = designHolders(config, visit);
    const filter = designFilterOf(visit.url.searchParams, visit.now);
    const held = await readParts(async (part) => (await listDesigns(store.db, holders, part, filter)).records);
    const designs = held.flatMap((one) => (one.record.type === 'design' ? [{ design: one.record, held: one }] : []));
    return rowsOf('designs', designs, (one) => designRow(config, one.design, one.held));
  },
};
