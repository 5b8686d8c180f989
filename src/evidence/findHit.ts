import { beforePage } from '../check/evidence/keepRawResponses.ts';
import type { SearchRecord } from '../records/record.ts';
import { openEnvelope } from '../search/http/envelope.ts';
import { parseDesignHit } from '../search/parse/parseDesign.ts';
import { parseDocketHit } from '../search/parse/parseDocket.ts';
import { loadRawResponses } from '../store/snapshot/rawResponses.ts';
import type { Db } from '../store/store.ts';

/** Where in a check's kept answers a record stands: `page 2, hits[7], asked {…}`; undefined when they are not kept. */
export async function findHit(db: Db, checkId: number, record: SearchRecord): Promise<string | undefined> {
  const judge = record.type === 'docket' ? parseDocketHit : parseDesignHit;
  const answers = (await loadRawResponses(db, checkId)).filter((answer) => answer.page > beforePage);
  for (const answer of answers) {
    const envelope = openEnvelope(answer.bytes);
    if (envelope.kind === 'error') continue;
    const index = envelope.hits.findIndex((hit) => judge(hit, 'hit').record?.key === record.key);
    if (index >= 0) return `page ${answer.page}, hits[${index}], asked ${JSON.stringify(answer.request)}`;
  }
  return answers.length === 0 ? undefined : 'not in the answers of this check: it is told for its absence';
}
