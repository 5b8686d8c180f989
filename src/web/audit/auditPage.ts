import { html } from 'hono/html';
import { type AuditLine, listAudit } from '../../store/audit.ts';
import { mayAct } from '../action.ts';
import type { Html, Page } from '../page.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { moment } from '../pieces/moment.ts';
import { pageNumber, pager } from '../pieces/pager.ts';
import type { Visit } from '../visit/visit.ts';

const perPage = 100;

/** `/audit`: what people did, the last first; for admins who may see every matter. `?subject=` has what was done to one thing. */
export const auditPage: Page = {
  path: '/audit',
  async draw({ store }, visit) {
    const { viewer, url } = visit;
    if (!mayAct(viewer, 'admin') || viewer.matters !== 'all' || viewer.guest) return undefined;
    const subject = url.searchParams.get('subject') || undefined;
    const page = pageNumber(url.searchParams);
    const lines = await listAudit(store.db, { subject, limit: perPage + 1, offset: (page - 1) * perPage });
    return {
      title: 'Audit log',
      body: html`<h1>Audit log</h1><p class="lead quiet">${subject === undefined ? 'What people did, the last first.' : html`What was done to ${subject}. <a href="/audit">Show all</a>`}</p>
${lines.length === 0 ? emptyState('Nobody did anything yet.') : table(lines.slice(0, perPage), visit)}${pager(url, page, lines.length > perPage ? page + 1 : page)}`,
    };
  },
};

function table(lines: readonly AuditLine[], visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Who</th><th>What</th><th>To what</th><th>In words</th></tr></thead><tbody>${lines.map(
    ({ at, who, what, subject, detail }) =>
      html`<tr><td>${moment(at, visit)}</td><td data-name="Who">${who}</td><td data-name="What">${what}</td><td data-name="To what"><a href="/audit?subject=${encodeURIComponent(subject)}">${subject}</a></td><td data-name="In words">${detail}</td></tr>`,
  )}</tbody></table></div>`;
}
