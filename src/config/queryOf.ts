import { hash } from 'node:crypto';
import type { Operation, Query } from '../records/query.ts';
import type { DesignSearch, DocketSearch } from './config.ts';

export function queryOf(search: DocketSearch | DesignSearch): Query {
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
  const body: Record<string, string | true> = {};
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    // Blank and false mean "no filter" (docs/service.md, section 4); without them, equal searches have equal bodies.
    if (value !== undefined && value !== '' && value !== false) body[name] = value;
  }
  return { id: hash('sha256', JSON.stringify([operation, body]), 'hex').slice(0, 16), operation, body };
}
