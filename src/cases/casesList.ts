import type { Config } from '../config/config.ts';
import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import { caseRow } from '../pages/lists/recordRows.ts';
import { heldBy } from '../pages/visit/heldBy.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import type { HeldBy } from '../snapshot/holdingsQueries.ts';
import { listCases } from '../snapshot/listRecordsQueries.ts';

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
