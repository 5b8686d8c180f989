import { html } from 'hono/html';
import { z } from 'zod';
import { dayMs } from '../../../base/time.ts';
import { auditNames, listAudit } from '../../../people/auditTable.ts';
import { moment } from '../../frame/moment.ts';
import { choice, filterField } from '../../frame/pager.ts';
import { byNumber, type List, timestamp } from '../../lists/listing.ts';
import { listPage } from '../../lists/listPage.ts';
import { mayAudit } from '../../visit/visit.ts';

const filter = z.object({
  who: z.string().optional(),
  what: z.string().optional().describe('`user` has all of `user.add`, `user.remove` …'),
  subject: z.string().optional(),
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
});

/** What people did, the last first; for admins who may read every watch. Days are those of UTC. */
export const auditList: List<Awaited<ReturnType<typeof listAudit>>[number], typeof filter> = {
  name: 'audit',
  path: '/audit',
  mayRead: mayAudit,
  columns: [
    { name: 'at', type: timestamp, label: 'When', cell: ({ at }, visit) => moment(at, visit) },
    {
      name: 'who',
      type: z.string(),
      label: 'Who',
      cell: ({ who }) => html`<a href="/audit?who=${encodeURIComponent(who)}">${who}</a>`,
    },
    { name: 'what', type: z.string(), label: 'What' },
    {
      name: 'subject',
      type: z.string(),
      label: 'To what',
      cell: ({ subject }) => html`<a href="/audit?subject=${encodeURIComponent(subject)}">${subject}</a>`,
    },
    { name: 'detail', type: z.string(), label: 'In words' },
  ],
  filter,
  async find({ store }, _asking, { until, from, ...asked }, span) {
    const before = until && new Date(Date.parse(until) + dayMs).toISOString();
    return { items: await listAudit(store.db, { ...asked, from, before, ...span }) };
  },
  place: byNumber,
  placeOf: ({ id }) => [id],
};

export const auditPage = listPage(auditList, {
  title: 'Audit log',
  noun: 'line',
  none: 'Nobody did anything yet.',
  lead: () => html`<p class="lead quiet">What people did, most recent first.</p>`,
  async filters({ store }, { url }) {
    const query = url.searchParams;
    const names = await auditNames(store.db);
    // A filter that no line meets, or that stands for several, stays chosen.
    const options = (name: 'who' | 'what') =>
      [...new Set([...names[name], query.get(name) ?? ''])].filter(Boolean).sort();
    return [
      choice('who', 'everybody', options('who'), query),
      choice('what', 'everything', options('what'), query),
      filterField('subject', 'To what', query, html`size="16"`),
      filterField('from', 'From', query, html`type="date"`),
      filterField('until', 'Until', query, html`type="date"`),
    ];
  },
});
