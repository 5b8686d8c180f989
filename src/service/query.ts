import { hash } from 'node:crypto';
import { madeOnce } from '../base/madeOnce.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from '../config/config.ts';
import type { HitFilter } from '../records/diff/matched.ts';

export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging. Watches whose queries are equal share their checks. */
export interface Query {
  /** Hash of operation, body and filter: 16 characters. */
  readonly id: string;
  readonly operation: Operation;
  /** Field names of docs/service.md, sections 3 and 4, sorted; none is blank. */
  readonly body: Readonly<Record<string, string | boolean>>;
  /** Which of the hits count, where the service has no such filter. Queries with different filters are different. */
  readonly filter?: HitFilter | undefined;
}

/**
 * The query that a search of a watch stands for. Only a filter by court belongs to the query: without that filter,
 * other hits count.
 */
export function queryOf(search: DocketSearch | DesignSearch, { courts, wholeWord }: OfWatch): Query {
  const every = toQuery(search);
  const filter: HitFilter | undefined =
    courts === undefined || search.type !== 'dockets' ? undefined : { courts: [...courts].sort(), wholeWord };
  if (filter === undefined) return every;
  const { operation, body } = every;
  return { ...every, id: idOf([operation, body, filter]), filter };
}

type OfWatch = Pick<WatchConfig, 'courts' | 'wholeWord'>;

/** What is sent to the service, as a text: the same for queries of which only other hits count. */
export const requestOf = madeOnce(({ operation, body }: Pick<Query, 'operation' | 'body'>) =>
  JSON.stringify([operation, body]),
);

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
  const body: Record<string, string | true> = {};
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    // Blank means "no filter" (docs/service.md, section 4), and so does false. Without them, equal searches have equal
    // bodies.
    if (value !== undefined && value !== '' && value !== false) body[name] = value;
  }
  return { id: idOf([operation, body]), operation, body };
}

function idOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
