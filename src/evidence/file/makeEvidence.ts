import { createHash, sign } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../database/store.ts';
import { TipstaffError } from '../../errors.ts';
import { type ZipPart, zipFile } from '../../pages/lists/zipFile.ts';
import { noteAudit } from '../../people/auditTable.ts';
import { userAgent } from '../../version.ts';
import { counted } from '../../words/counted.ts';
import { evidenceFiles } from './evidenceFiles.ts';
import { readme, sha256Sums } from './evidenceParts.ts';
import { gatherEvidence, type MatterEvidence } from './gatherEvidence.ts';
import { type Manifest, manifestName, publicKeyName, sha256Of, signatureName } from './manifest.ts';
import { fingerprintOf, publicPem, signingKey } from './signingKey.ts';

const dayMs = 86_400_000;
const pieceBytes = 1_048_576;

/** What an evidence file is to be about, and who asks for it. */
export interface EvidenceRequest {
  readonly matter: string;
  /** ISO days, UTC, both included. */
  readonly from: string;
  readonly until: string;
  /** For the audit log. */
  readonly who: string;
  /** Whether they may read confidential watches. */
  readonly confidential: boolean;
}

export interface MadeEvidence {
  readonly zip: Buffer;
  readonly manifest: Manifest;
  /** The fingerprint of the key that signed it. */
  readonly fingerprint: string;
}

/**
 * Everything that the store holds of a matter and a period, signed.
 * @throws TipstaffError `usage.evidence` when the days are invalid or the matter is unknown; `usage.evidence-size` when it is too much for one file.
 */
export async function makeEvidence(
  store: Store,
  config: Config,
  request: EvidenceRequest,
  now: Date,
): Promise<MadeEvidence> {
  const { matter, who, confidential } = request;
  const madeAt = now.toISOString();
  const period = periodOf(request, now);
  const evidence = await gatherEvidence(store.db, matter, period, confidential);
  if (evidence.watches.length === 0) throw unknownMatter(matter);
  const key = await signingKey(store);
  const pem = publicPem(key);
  const fingerprint = fingerprintOf(pem);
  const about = { matter, ...period, madeAt, leftOut: leftOutOf(evidence) };
  const files = await evidenceFiles(store.db, config, evidence, about);
  files.set('README.txt', Buffer.from(readme(about, fingerprint)));
  files.set(publicKeyName, Buffer.from(pem));
  files.set('SHA256SUMS', Buffer.from(sha256Sums(listed(files))));
  const made = { format: 'tipstaff-evidence-1', madeAt, madeBy: who, tipstaff: userAgent, matter, ...period } as const;
  const manifest: Manifest = { ...made, leftOut: about.leftOut, files: listed(files) };
  const signed = Buffer.from(JSON.stringify(manifest, null, 1));
  files.set(manifestName, signed);
  files.set(signatureName, sign(null, signed, key));
  const zip = await zipFile(partsOf(files), now);
  await noteMade(store, request, madeAt, zip);
  return { zip, manifest, fingerprint };
}

function leftOutOf({ hidden }: MatterEvidence): string[] {
  return hidden === 0 ? [] : [`${counted(hidden, 'confidential watch', 'confidential watches')} left out.`];
}

function noteMade(store: Store, { matter, from, until, who }: EvidenceRequest, at: string, zip: Buffer): Promise<void> {
  const detail = `${from} to ${until}, SHA-256 ${createHash('sha256').update(zip).digest('hex')}`;
  return store.transaction((trx) => noteAudit(trx, { at, who, what: 'evidence.make', subject: matter, detail }));
}

function listed(files: ReadonlyMap<string, Uint8Array>): Manifest['files'] {
  return [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Of(bytes) }));
}

function* partsOf(files: ReadonlyMap<string, Uint8Array>): Generator<ZipPart> {
  for (const [path, bytes] of files) yield { path, content: pieces(bytes) };
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

/** A day counts to its end, but not beyond now. */
function periodOf({ from, until }: EvidenceRequest, now: Date) {
  const [first, last] = [dayOf(from), dayOf(until)];
  if (first === undefined || last === undefined || last < first || first > now.getTime()) {
    throw new TipstaffError(
      'usage.evidence',
      `An evidence file is for a period of days that has begun, such as 2026-11-01 to 2026-11-30; ${JSON.stringify(from)} to ${JSON.stringify(until)} is none.`,
    );
  }
  const end = Math.min(last + dayMs, now.getTime());
  return { from: new Date(first).toISOString(), until: new Date(end).toISOString() };
}

function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}

function unknownMatter(matter: string): TipstaffError {
  const words = `No watch that you may read belongs, or ever belonged, to the matter ${JSON.stringify(matter)}.`;
  return new TipstaffError('usage.evidence', words);
}
