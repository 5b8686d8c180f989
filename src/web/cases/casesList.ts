import type { Config } from '../../config/config.ts';
import type { HeldBy } from '../../store/views/heldBy.ts';
import { listCases } from '../../store/views/listRecords.ts';
import { type List, readParts, rowsOf } from '../lists/list.ts';
import { caseRow } from '../lists/recordRows.ts';
import { heldBy } from '../visit/heldBy.ts';
import { openWatches } from '../visit/viewer.ts';
import type { Visit } from '../visit/visit.ts';

/** Which cases the address asks for: those of one watch, or of every watch that the viewer may read; open, ended or all. */
export function casesFilter(config: Config, visit: Visit) {
  const query = visit.url.searchParams;
  const watches = openWatches(config.watches, visit.viewer).filter((watch) => watch.searches[0]?.type === 'dockets');
  const chosen = watches.filter((watch) => watch.id === query.get('watch'));
  const holders: readonly HeldBy[] = heldBy(chosen.length > 0 ? chosen : watches);
  const state = query.get('state');
  return { watches, holders, open: state === 'open' ? true : state === 'ended' ? false : undefined };
}

export const casesList: List = {
  path: '/cases',
  async load({ store, config }, visit) {
    const { holders, open } = casesFilter(config, visit);
    const held = await readParts(async (part) => (await listCases(store.db, holders, { ...part, open })).records);
    const cases = held.flatMap((one) => (one.record.type === 'docket' ? [{ docket: one.record, held: one }] : []));
    return rowsOf('cases', cases, (one) => caseRow(config, one.docket, one.held));
  },
};
