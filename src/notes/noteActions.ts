import { endHold } from '../check/holds.ts';
import type { WatchConfig } from '../config/config.ts';
import type { Trx } from '../database/store.ts';
import { findHold, putHold } from '../holds/holdsTable.ts';
import { recordPath, watchPath } from '../pages/links.ts';
import { type Acted, type Action, type PageParts, whoOf } from '../pages/page.ts';
import { knownBy } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { openWatches } from '../people/viewer.ts';
import { type RecordType, recordPlace } from '../records/record.ts';
import { acknowledge } from '../snapshot/acknowledgedTable.ts';
import { recordByKey } from '../snapshot/namedRecordsQueries.ts';
import { addNote, mattersOfWatches } from './notesTable.ts';

const longestNote = 4000;
const mostChanges = 500;

/** Says that somebody has seen to these changes; colleagues see who and when. */
export const acknowledgeAction: Action = {
  path: '/changes/acknowledge',
  role: 'editor',
  async act({ store, config }, visit, _params, { changes = '', back = '/' }) {
    const changeIds = changes.split(',').map(Number).filter(Number.isSafeInteger).slice(0, mostChanges);
    const watchIds = openWatches(config.watches, visit.viewer).map((watch) => watch.id);
    const [at, who] = [visit.now.toISOString(), whoOf(visit.viewer)];
    const found = await store.transaction(async (trx) => {
      const own = await acknowledge(trx, { changeIds, watchIds, at, who });
      if (own.length > 0) await note(trx, visit, 'change.acknowledge', own.join(','), '');
      return own.length;
    });
    // To the list as it was filtered, and nowhere else.
    const see = /^\/(?:\?[\w=&-]*)?$/.test(back) ? back : '/';
    return found === 0 ? undefined : { kind: 'done', see };
  },
};

/** What can be done to a record that the viewer may read, by its type. */
function recordAction(
  type: RecordType,
  verb: string,
  act: (found: FoundRecord, form: Readonly<Record<string, string>>, parts: PageParts, visit: Visit) => Promise<Acted>,
): Action {
  return {
    path: `${type === 'docket' ? '/cases' : '/designs'}/:key/${verb}`,
    role: 'editor',
    async act(parts, visit, { key = '' }, form) {
      const stored = await recordByKey(parts.store.db, type, key);
      if (stored === undefined) return undefined;
      const open = openWatches(parts.config.watches, visit.viewer);
      const { watches } = await knownBy(parts.store.db, open, stored.id);
      if (watches.length === 0) return undefined;
      const path = recordPath({ type, key });
      return act({ id: stored.id, key, path, place: recordPlace(stored.record), watches }, form, parts, visit);
    },
  };
}

interface FoundRecord {
  readonly id: number;
  readonly key: string;
  readonly path: string;
  readonly place: string;
  readonly watches: readonly WatchConfig[];
}

const addNoteTo: Parameters<typeof recordAction>[2] = async (found, { text = '' }, { store }, visit) => {
  const { id, key, path } = found;
  const written = text.trim();
  if (written === '' || written.length > longestNote) {
    return { kind: 'refused', why: `A note has 1 to ${longestNote} characters.` };
  }
  await store.transaction(async (trx) => {
    const matters = mattersOfWatches(found.watches);
    await addNote(trx, { recordId: id, at: visit.now.toISOString(), who: whoOf(visit.viewer), text: written, matters });
    await note(trx, visit, 'record.note', key, '');
  });
  return { kind: 'done', see: path };
};

const ignoreFor: Parameters<typeof recordAction>[2] = async (found, { watch = '', why = '' }, { store }, visit) => {
  const of = found.watches.find((one) => one.id === watch);
  if (of === undefined) return { kind: 'refused', why: 'Choose a watch that holds it.' };
  const reason = why.trim().slice(0, 500);
  if (reason === '') return { kind: 'refused', why: 'Give a reason for others to read.' };
  await store.transaction(async (trx) => {
    const label = `${found.place}, for ${of.name}`;
    const why = { author: whoOf(visit.viewer), reason, beganAt: visit.now.toISOString(), until: null };
    await putHold(trx, { watchId: of.id, recordId: found.id, label, ...why, isChecked: true });
    await note(trx, visit, 'record.ignore', found.key, `${of.id}: ${reason}`);
  });
  return { kind: 'done', see: watchPath(of.id) };
};

/** What was deferred meanwhile goes out with the next delivery. */
const heedFor: Parameters<typeof recordAction>[2] = async (found, { watch = '' }, { store, config }, visit) => {
  const of = found.watches.find((one) => one.id === watch);
  if (of === undefined) return { kind: 'refused', why: 'Choose a watch that holds it.' };
  await store.transaction(async (trx) => {
    const hold = await findHold(trx, { watchId: of.id, recordId: found.id, isChecked: true });
    if (hold !== undefined) await endHold(trx, config, hold, { now: visit.now, who: whoOf(visit.viewer) });
    await note(trx, visit, 'record.heed', found.key, of.id);
  });
  return { kind: 'done', see: watchPath(of.id) };
};

async function note(trx: Trx, { now, viewer }: Visit, what: string, subject: string, detail: string): Promise<void> {
  await noteAudit(trx, { at: now.toISOString(), who: whoOf(viewer), what, subject, detail });
}

/** Notes and false matches, of cases and designs alike. */
export const recordActions: readonly Action[] = (['docket', 'design'] as const).flatMap((type) => [
  recordAction(type, 'note', addNoteTo),
  recordAction(type, 'ignore', ignoreFor),
  recordAction(type, 'heed', heedFor),
]);
