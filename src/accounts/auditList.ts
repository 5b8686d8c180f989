import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import { mayManage } from '../pages/visit/mayManage.ts';
import { type AuditFilter, listAudit } from '../people/auditTable.ts';

const dayMs = 86_400_000;

/** Which lines the address asks for: `who`, `what` (`user` has all of `user.add`, `user.remove` …), `subject`, days in UTC. */
export function auditFilter(query: URLSearchParams): Omit<AuditFilter, 'limit' | 'offset'> {
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

export const auditList: List = {
  path: '/audit',
  async load({ store }, { viewer, url }) {
    if (!mayManage(viewer)) return undefined;
    const lines = await readParts((part) => listAudit(store.db, { ...auditFilter(url.searchParams), ...part }));
    return rowsOf('audit', lines, ({ at, who, what, subject, detail }) => ({ at, who, what, subject, detail }));
  },
};
