import { html } from 'hono/html';
import { makeEvidence } from '../evidence/file/makeEvidence.ts';
import { whoOf } from '../pages/action.ts';
import type { Download } from '../pages/download.ts';
import { matterPath } from '../pages/links.ts';
import type { Html } from '../pages/page.ts';
import { mayAct } from '../people/viewer.ts';

const dayMs = 86_400_000;
const usualDays = 30;

/** `/matters/NAME/evidence?from=&until=`: proof of what was known when, for those who may change things; of confidential watches for those who may read them. */
export const evidenceFile: Download = {
  path: '/matters/:matter/evidence',
  async respond({ store, config }, visit, { matter = '' }) {
    const { viewer, url, now } = visit;
    const mayKnow = viewer.matters === 'all' || viewer.matters.has(matter);
    if (!mayAct(viewer, 'editor') || viewer.guest || !mayKnow) return undefined;
    const request = {
      matter,
      from: url.searchParams.get('from') ?? '',
      until: url.searchParams.get('until') ?? '',
      who: whoOf(viewer),
      confidential: viewer.confidential,
    };
    const { zip, manifest } = await makeEvidence(store, config, request, now);
    const days = [manifest.from, manifest.until].map((at) => at.slice(0, 10)).join('_');
    return { type: 'application/zip', body: zip, saveAs: `evidence-${matter}-${days}.zip` };
  },
};

/** The form for it, on the page of the matter. */
export function evidenceForm(matter: string, now: Date): Html {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return html`<details class="take"><summary>Evidence file</summary><p class="quiet small">A signed ZIP: what was watched, every check, what was found and when, deliveries with the servers’ responses.</p>
<form action="${matterPath(matter)}/evidence" class="actions"><label>from <input type="date" name="from" required value="${day(now.getTime() - usualDays * dayMs)}"></label> <label>until <input type="date" name="until" required value="${day(now.getTime())}"></label> <button>Save</button></form></details>`;
}
