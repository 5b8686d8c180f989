import { html } from 'hono/html';
import { quietWords } from '../holds/holds.ts';
import { listQuieted, reportAgain } from '../holds/holdsTable.ts';
import { watchPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import { type Action, actionForm, type Html, type PageParts, whoOf } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { mayAct, openWatches } from '../people/viewer.ts';

/** What was quieted of a watch beside its config, by whom, and the buttons that undo it; nothing where nothing was. */
export async function quietedPart({ store }: PageParts, visit: Visit, watchId: string): Promise<Html> {
  const quieted = visit.viewer.guest ? [] : await listQuieted(store.db, watchId);
  if (quieted.length === 0) return html``;
  const may = mayAct(visit.viewer, 'editor');
  const undo = (kind: string) =>
    actionForm(
      visit,
      `${watchPath(watchId)}/report-again`,
      'Report it again',
      html`<input type="hidden" name="kind" value="${kind}">`,
    );
  return html`${quieted.map(
    ({ kind, who, at }) =>
      html`<p class="note">Changed on the page: <strong>${quietWords(kind)}</strong> is not reported,
by ${who}, ${moment(at, visit)}. ${may ? undo(kind) : ''}</p>`,
  )}`;
}

/** Undoes one of them: what comes from now on is reported. */
export const reportAgainAction: Action = {
  path: '/watches/:id/report-again',
  role: 'editor',
  async act({ store, config }, visit, { id = '' }, { kind = '' }) {
    if (!openWatches(config.watches, visit.viewer).some((watch) => watch.id === id)) return undefined;
    await store.transaction(async (trx) => {
      if (!(await reportAgain(trx, id, kind))) return;
      const line = { who: whoOf(visit.viewer), what: 'watch.report-again', subject: id, detail: kind };
      await noteAudit(trx, { at: visit.now.toISOString(), ...line });
    });
    return { kind: 'done', see: watchPath(id) };
  },
};
