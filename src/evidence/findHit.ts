import { beforePage } from '../check/evidence/checkEvidence.ts';
import type { SearchRecord } from '../records/record.ts';
import { openEnvelope } from '../search/http/body.ts';
import { parseDesignHit } from '../search/parse/parseDesign.ts';
import { parseDocketHit } from '../search/parse/parseDocket.ts';
import { loadRawResponses } from '../store/snapshot/rawResponses.ts';
import type { Db } from '../store/store.ts';

/** Where in a check's kept responses a record stands: `page 2, hits[7], asked {…}`; undefined when they are not kept. */
export async function findHit(db: Db, checkId: number, record: SearchRecord): Promise<string | undefined> {
  const parse = record.type === 'docket' ? parseDocketHit : parseDesignHit;
  const responses = (await loadRawResponses(db, checkId)).filter((response) => response.page > beforePage);
  for (const response of responses) {
    const envelope = openEnvelope(response.bytes);
    if (envelope.kind === 'error') continue;
    const index = envelope.hits.findIndex((hit) => parse(hit, 'hit').record?.key === record.key);
    if (index >= 0) return `page ${response.page}, hits[${index}], asked ${JSON.stringify(response.request)}`;
  }
  return responses.length === 0 ? undefined : 'not in the responses of this check: it is reported for its absence';
}
