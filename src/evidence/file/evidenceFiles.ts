import type { Config } from '../../config/config.ts';
import { secretsOf } from '../../config/secrets.ts';
import type { Db } from '../../database/store.ts';
import { TipstaffError } from '../../errors.ts';
import { createRedact } from '../../fields/redact.ts';
import { changeLine, checkJson, responsesOf } from './evidenceParts.ts';
import { evidenceReport } from './evidenceReport.ts';
import type { MatterEvidence } from './gatherEvidence.ts';

/** For all responses together: the evidence file is made in memory. */
const bytesAtMost = 400 * 1_048_576;

/**
 * What an evidence file holds of the matter, by path: the kept responses, the facts as JSON, the report. No secret of the config.
 * @throws TipstaffError `usage.evidence-size` when the responses are too much for one file.
 */
export async function evidenceFiles(
  db: Db,
  config: Config,
  evidence: MatterEvidence,
  about: Parameters<typeof evidenceReport>[1],
): Promise<Map<string, Uint8Array>> {
  const redact = createRedact(secretsOf(config));
  const json = (value: unknown) => Buffer.from(redact(JSON.stringify(value, null, 1)));
  const { watches, formerQueries, changes, alerts } = evidence;
  const files = new Map<string, Uint8Array>();
  const checks = await addResponses(files, db, evidence);
  files.set('watches.json', json({ watches, formerQueries }));
  files.set('checks.json', json(checks));
  files.set('changes.json', json(changes.map(changeLine)));
  files.set('deliveries.json', json(alerts));
  files.set('report.html', Buffer.from(redact(await evidenceReport(evidence, about))));
  return files;
}

/** @returns the checks, each with its kept responses. */
async function addResponses(files: Map<string, Uint8Array>, db: Db, { checks }: MatterEvidence): Promise<object[]> {
  const listed: object[] = [];
  let size = 0;
  for (const check of checks) {
    const responses = await responsesOf(db, check);
    for (const { kept, content } of responses) {
      files.set(kept.path, content);
      size += content.length;
    }
    if (size > bytesAtMost) throw tooMuch();
    const keptOnes = responses.map(({ kept }) => kept);
    listed.push(checkJson(check, keptOnes));
  }
  return listed;
}

function tooMuch(): TipstaffError {
  const most = bytesAtMost / 1_048_576;
  const words = `The responses kept of this period are over ${most} MB: choose a shorter one.`;
  return new TipstaffError('usage.evidence-size', words);
}
