import { hash } from 'node:crypto';
import type { DesignSearch, DocketSearch } from '../config/config.ts';

export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging: what makes two watches equal. */
export interface Query {
  /** Hash of operation and body: 16 characters. */
  readonly id: string;
  readonly operation: Operation;
  /** Field names of docs/service.md, sections 3 and 4, sorted, no blank ones. */
  readonly body: Readonly<Record<string, string | boolean>>;
}

/** The query that a search of the config stands for. */
export function toQuery(search: DocketSearch | DesignSearch): Query {
  return search.type === 'dockets'
    ? build('pacer', {
        patentNumber: search.patentNumber?.replace(/[\s,]/g, '').toUpperCase(),
        companyName: search.companyName?.trim(),
        caseNumber: search.caseNumber?.trim(),
      })
    : build('wipo', {
        source: search.source,
        hol: search.holder,
        lcs: search.locarno,
        prod: search.product,
        irn: search.registrationNumber,
        id: search.id,
        id_search: search.idPrefix,
        ds: search.designated,
        rd: search.registered,
        ed: search.expires,
        status: search.status,
        enable_litigation: search.litigation,
      });
}

function build(operation: Operation, fields: Record<string, string | boolean | undefined>): Query {
  // Blank means "no filter" (docs/service.md, section 4), and so does false: leaving them out makes equal what is equal.
  const body = Object.fromEntries(
    Object.entries(fields)
      .filter((pair): pair is [string, string | true] => pair[1] !== undefined && pair[1] !== '' && pair[1] !== false)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const id = hash('sha256', JSON.stringify([operation, body]), 'hex').slice(0, 16);
  return { id, operation, body };
}
