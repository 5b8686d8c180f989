import { html } from 'hono/html';
import { z } from 'zod';
import { dayMs } from '../../../base/time.ts';
import { type AuditFilter, type AuditLine, auditNames, listAudit } from '../../../people/auditTable.ts';
import { moment as drawMoment } from '../../frame/moment.ts';
import type { Html, Page } from '../../frame/page.ts';
import { choice, downloadLinks, emptyState, filterField, filterRow, pageNumber, pager } from '../../frame/pager.ts';
import { readParts } from '../../lists/list.ts';
import { listing, timestamp } from '../../lists/listing.ts';
import { mayAudit, type Visit } from '../../visit/visit.ts';

const perPage = 100;

/** `/audit`: what people did, the last first, by who, what and when; for admins who may read every watch. */
export const auditPage: Page = {
  path: '/audit',
  async draw({ store }, visit) {
    const query = visit.url.searchParams;
    if (!mayAudit(visit)) return undefined;
    const filter = auditFilter(query);
    const page = pageNumber(query);
    const lines = await listAudit(store.db, { ...filter, limit: perPage + 1, offset: (page - 1) * perPage });
    const isNarrowed = Object.values(filter).some((one) => one !== undefined);
    const names = await auditNames(store.db);
    // `user` has all of `user.add`, `user.remove` …
    const [who, what] = [withAsked(names.who, filter.who), withAsked(names.what, filter.what)];
    return {
      title: 'Audit log',
      body: html`<h1>Audit log</h1><p class="lead quiet">What people did, most recent first.</p>
${filterRow(
  [
    choice('who', 'everybody', who, query),
    choice('what', 'everything', what, query),
    filterField('subject', 'To what', query, html`size="16"`),
    filterField('from', 'From', query, html`type="date"`),
    filterField('until', 'Until', query, html`type="date"`),
  ],
  isNarrowed ? html`<a href="/audit">Show all</a>` : '',
)}
${
  lines.length === 0
    ? emptyState(isNarrowed ? 'No line matches.' : 'Nobody did anything yet.')
    : table(lines.slice(0, perPage), visit)
}${pager(visit.url, page, page, lines.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

/** A filter that no line meets, or that stands for several, stays chosen. */
function withAsked(options: readonly string[], asked: string | undefined): string[] {
  return [...new Set([...options, ...(asked === undefined ? [] : [asked])])].sort();
}

function table(lines: readonly AuditLine[], visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Who</th><th>What</th><th>To what</th>
<th>In words</th></tr></thead><tbody>${lines.map(
    ({ at, who, what, subject, detail }) =>
      html`<tr><td>${drawMoment(at, visit)}</td>
<td data-name="Who"><a href="/audit?who=${encodeURIComponent(who)}">${who}</a></td><td data-name="What">${what}</td>
<td data-name="To what"><a href="/audit?subject=${encodeURIComponent(subject)}">${subject}</a></td>
<td data-name="In words">${detail}</td></tr>`,
  )}</tbody></table></div>`;
}

/**
 * Which lines the address asks for: `who`, `what` (`user` has all of `user.add`, `user.remove` …), `subject`, days in
 * UTC.
 */
function auditFilter(query: URLSearchParams): Omit<AuditFilter, 'limit' | 'offset'> {
  const [from, until] = [dayOf(query.get('from')), dayOf(query.get('until'))];
  return {
    who: query.get('who') || undefined,
    what: query.get('what') || undefined,
    subject: query.get('subject') || undefined,
    from: from?.toISOString(),
    before: until && new Date(until.getTime() + dayMs).toISOString(),
  };
}

function dayOf(text: string | null): Date | undefined {
  const date = new Date(`${text ?? ''}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(date.getTime()) ? date : undefined;
}

export const auditListing = listing({
  name: 'audit',
  item: z.object({ at: timestamp, who: z.string(), what: z.string(), subject: z.string(), detail: z.string() }),
  file: {
    path: '/audit',
    async load({ store }, visit) {
      if (!mayAudit(visit)) return undefined;
      const filter = auditFilter(visit.url.searchParams);
      return { items: await readParts((part) => listAudit(store.db, { ...filter, ...part })) };
    },
  },
});
