import { hash } from 'node:crypto';
import type { DesignSearch, DocketSearch, WatchConfig } from '../config/config.ts';
import type { HitFilter } from '../diff/hitFilter.ts';

export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging: what makes two watches equal. */
export interface Query {
  /** Hash of operation, body and filter: 16 characters. */
  readonly id: string;
  readonly operation: Operation;
  /** The name of the service that is asked; undefined: the default one. Part of what makes queries equal: each key pays for its own. */
  readonly service?: string | undefined;
  /** Field names of docs/service.md, sections 3 and 4, sorted, no blank ones. */
  readonly body: Readonly<Record<string, string | boolean>>;
  /** Which of the hits count, where the service cannot be asked for them alone. Part of what makes queries equal. */
  readonly filter?: HitFilter | undefined;
}

/** The query that a search of a watch stands for. A filter by court is the query's own: who asks without it takes other hits. */
export function queryOf(search: DocketSearch | DesignSearch, { courts, wholeWord, service }: OfWatch): Query {
  const every = toQuery(search);
  const filter: HitFilter | undefined =
    courts === undefined || search.type !== 'dockets' ? undefined : { courts: [...courts].sort(), wholeWord };
  if (filter === undefined && service === undefined) return every;
  const { operation, body } = every;
  // Nothing stands for the default service, so that its queries are those of programs that knew no other.
  const id = idOf([operation, body, ...(filter ? [filter] : []), ...(service === undefined ? [] : [{ service }])]);
  return { ...every, id, ...(filter && { filter }), ...(service !== undefined && { service }) };
}

type OfWatch = Pick<WatchConfig, 'courts' | 'wholeWord' | 'service'>;

/** The query that a search of the config stands for, every hit of which counts. */
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
    // Blank means "no filter" (docs/service.md, section 4), and so does false: leaving them out makes equal what is equal.
    if (value !== undefined && value !== '' && value !== false) body[name] = value;
  }
  return { id: idOf([operation, body]), operation, body };
}

function idOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
