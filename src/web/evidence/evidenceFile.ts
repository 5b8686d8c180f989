import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { unzipSync, zip } from 'fflate';
import { z } from 'zod';
import { changeJson } from '../../alerts/channels/webhook.ts';
import { messageOf, TipstaffError } from '../../base/errors.ts';
import { createRedact } from '../../base/redact.ts';
import { dayMs, isDay } from '../../base/time.ts';
import { userAgent } from '../../base/version.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { redline } from '../../base/words/redline.ts';
import { counted } from '../../base/words/sentence.ts';
import { type Config, secretsOf } from '../../config/config.ts';
import { noteAudit } from '../../store/auditTable.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import { loadRawResponses } from '../../store/snapshot/checksTable.ts';
import { lacksByAge } from '../../store/snapshot/retentionQueries.ts';
import { type Db, firstSetting, type Store } from '../../store/store.ts';
import { gatherEvidence, type MatterEvidence } from './matterEvidenceQueries.ts';

const manifestName = 'manifest.json';
const signatureName = 'manifest.sig';
const publicKeyName = 'public-key.pem';

/** The subject of an evidence file, and each file in it with its digest. The signature covers this manifest. */
const manifestShape = z.object({
  format: z.literal('tipstaff-evidence-1'),
  /** ISO time, UTC, by the clock of the machine that made the file. */
  madeAt: z.string(),
  madeBy: z.string(),
  tipstaff: z.string(),
  matter: z.string(),
  /** ISO times. `until` is exclusive. */
  from: z.string(),
  until: z.string(),
  leftOut: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

type Manifest = z.output<typeof manifestShape>;

type ManifestHead = Pick<Manifest, 'matter' | 'from' | 'until' | 'madeAt'>;

const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface EvidenceRequest {
  readonly matter: string;
  /** ISO days, UTC, both inclusive. */
  readonly from: string;
  readonly until: string;
  readonly who: string;
  readonly confidential: boolean;
}

/** Makes a signed file of a matter and period. @throws TipstaffError `usage.evidence`, `usage.evidence-size` */
export async function makeEvidence(store: Store, config: Config, request: EvidenceRequest, now: Date) {
  const { matter, who, confidential } = request;
  const madeAt = now.toISOString();
  const period = periodOf(request, now);
  const evidence = await gatherEvidence(store.db, matter, period, confidential);
  if (evidence.watches.length === 0) {
    const words = `No watch that you may read belongs, or ever belonged, to the matter ${JSON.stringify(matter)}.`;
    throw new TipstaffError('usage.evidence', words);
  }
  const key = await signingKey(store);
  const pem = publicPem(key);
  const fingerprint = fingerprintOf(key);
  const leftOut = await lacksByAge(store.db, period.from);
  if (evidence.hidden > 0)
    leftOut.unshift(`${counted(evidence.hidden, 'confidential watch', 'confidential watches')} left out.`);
  const files = await evidenceFiles(store.db, config, evidence);
  files.set('README.txt', Buffer.from(readme({ matter, ...period, madeAt }, fingerprint)));
  files.set(publicKeyName, Buffer.from(pem));
  const sums = listed(files).map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  files.set('SHA256SUMS', Buffer.from(sums.join('')));
  const made = { format: 'tipstaff-evidence-1', madeAt, madeBy: who, tipstaff: userAgent, matter, ...period } as const;
  const manifest: Manifest = { ...made, leftOut, files: listed(files) };
  const signed = Buffer.from(JSON.stringify(manifest, null, 1));
  files.set(manifestName, signed);
  files.set(signatureName, sign(null, signed, key));
  const packed = Buffer.from(await packInWorkers(Object.fromEntries(files), { mtime: now }));
  const detail = `${request.from} to ${request.until}, SHA-256 ${sha256Of(packed)}`;
  await store.transaction((trx) => noteAudit(trx, { at: madeAt, who }, 'evidence.make', matter, detail));
  return { zip: packed, manifest, fingerprint, checks: evidence.checks.length };
}

const packInWorkers = promisify<Record<string, Uint8Array>, { mtime: Date }, Uint8Array>(zip);

function listed(files: ReadonlyMap<string, Uint8Array>): Manifest['files'] {
  return [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Of(bytes) }));
}

function periodOf({ from, until }: EvidenceRequest, now: Date) {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${until}T00:00:00Z`)];
  if (!isDay(from) || !isDay(until) || last < first || first > now.getTime()) {
    throw new TipstaffError(
      'usage.evidence',
      'Choose a first day that has begun and a last day that is not before it, such as 2026-11-01 to 2026-11-30; ' +
        `you chose ${JSON.stringify(from)} to ${JSON.stringify(until)}.`,
    );
  }
  const end = Math.min(last + dayMs, now.getTime());
  return { from: new Date(first).toISOString(), until: new Date(end).toISOString() };
}

/** The limit of all responses together, because the evidence file is made in memory. */
const mostMegabytes = 400;

/** Returns by path the responses as received and the facts as JSON, without secrets. @throws `usage.evidence-size` */
async function evidenceFiles(db: Db, config: Config, evidence: MatterEvidence): Promise<Map<string, Uint8Array>> {
  const redact = createRedact(secretsOf(config));
  const json = (value: unknown) => Buffer.from(redact(JSON.stringify(value, null, 1)));
  const files = new Map<string, Uint8Array>();
  const checks: object[] = [];
  let size = 0;
  for (const check of evidence.checks) {
    const responses = (await loadRawResponses(db, check.id)).map(({ page, request, bytes }) => {
      const path = `responses/check-${check.id}-page-${page}.json`;
      files.set(path, bytes);
      size += bytes.length;
      return { path, request, bytes: bytes.length, sha256: sha256Of(bytes) };
    });
    if (size > mostMegabytes * 1_048_576) {
      const words = `The responses kept of this period are over ${mostMegabytes} MB: choose a shorter one.`;
      throw new TipstaffError('usage.evidence-size', words);
    }
    checks.push({ ...check, responses });
  }
  files.set('watches.json', json({ watches: evidence.watches }));
  files.set('checks.json', json(checks));
  files.set('changes.json', json(evidence.changes.map(changeLine)));
  files.set('deliveries.json', json(evidence.alerts));
  return files;
}

function changeLine(change: StoredChange): object {
  const edits = change.fields.flatMap(({ field, before, after }) =>
    typeof before === 'string' && typeof after === 'string'
      ? [{ field, pieces: redline(cleanText(before), cleanText(after)) }]
      : [],
  );
  return { ...changeJson(change), rule: change.rule, note: change.note, redlines: edits };
}

function readme({ matter, from, until, madeAt }: ManifestHead, fingerprint: string): string {
  return `Evidence of what was watched, and what was known when

Matter:  ${cleanText(matter)}
Period:  ${from} up to ${until} (UTC)
Made:    ${madeAt}, by the clock of the machine that made it

watches.json      What was watched: each search, in words and as it was sent, and the period in which the watch had it
                  (until is null while it has it; checks of the same search in other periods were made for other
                  watches). When the watch was paused and not checked. Which new designs were compared with your own by
                  their pictures, which were not, and why. The baseline: what the first check found, by name and
                  number, and when each record was first known. The baseline was not reported as new
checks.json       Every check of the period: when it ran, its outcome and cause, how much it showed, and the SHA-256 of
                  each response that was kept
changes.json      What was found and when, with the texts before and after
deliveries.json   Every alert that reported a change, and each attempt to deliver it, with the server's response
responses/        The responses of the search service that were kept, as received, without the access token. Tipstaff
                  keeps those of checks with news or a failure. The first check of a watch has no news: its responses
                  are not here, and watches.json has its baseline
manifest.json     Every file here with its SHA-256
manifest.sig      The signature of manifest.json (Ed25519)
public-key.pem    The key to verify it with

For reading, print the page of the matter, its changes and its alerts.

To verify with openssl 3, in the folder of the unpacked files:

  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
  sha256sum -c SHA256SUMS

or with Tipstaff: tipstaff evidence --verify FILE

The signature proves who made this file only if the key is theirs. Ask them for the fingerprint of their key by another
way (they print it with: tipstaff evidence --public-key), and compare it. The fingerprint of the key in this file is

  ${fingerprint}

  openssl pkey -pubin -in public-key.pem -outform DER | sha256sum
`;
}

const setting = 'evidence-key';

/** Returns this installation's signing key (Ed25519), made at first use and stored only in its database. */
export async function signingKey(store: Store): Promise<KeyObject> {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = await store.transaction((trx) => firstSetting(trx, setting, make));
  return createPrivateKey(pem);
}

export function publicPem(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Returns the SHA-256 of the public key in DER, in hexadecimal, for people to compare. @param key private or public */
export function fingerprintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return sha256Of(open.export({ type: 'spki', format: 'der' }));
}

interface Verified {
  readonly manifest?: Manifest;
  readonly fingerprint?: string;
  /** Empty if the file is unchanged since it was signed. */
  readonly problems: readonly string[];
}

export function verifyEvidence(zip: Uint8Array): Verified {
  const problems: string[] = [];
  let unreadable = 'it is not a readable ZIP';
  try {
    const files = unpack(zip, problems);
    const [text, signature, pem] = [files[manifestName], files[signatureName], files[publicKeyName]];
    if (text === undefined || signature === undefined || pem === undefined) {
      const missing = [manifestName, signatureName, publicKeyName].filter((name) => files[name] === undefined);
      return { problems: [...problems, `${missing.join(' and ')} missing`] };
    }
    unreadable = `${publicKeyName} is not a key`;
    const key = createPublicKey(Buffer.from(pem));
    if (!verify(null, text, key, signature))
      problems.push(`the signature is not that of ${manifestName}: one of them was changed`);
    unreadable = `${manifestName} cannot be read`;
    const manifest = manifestShape.parse(JSON.parse(Buffer.from(text).toString('utf8')));
    return { manifest, fingerprint: fingerprintOf(key), problems: [...problems, ...differences(manifest, files)] };
  } catch (error) {
    return { problems: [...problems, `${unreadable}: ${messageOf(error)}`] };
  }
}

function unpack(zip: Uint8Array, problems: string[]): Record<string, Uint8Array> {
  const seen = new Set<string>();
  const filter = ({ name }: { readonly name: string }) => {
    if (seen.has(name)) problems.push(`${name} is in it twice`);
    return seen.add(name) !== undefined;
  };
  return unzipSync(zip, { filter });
}

function differences({ files: listed }: Manifest, files: Readonly<Record<string, Uint8Array>>): string[] {
  const known = new Set([manifestName, signatureName, ...listed.map(({ path }) => path)]);
  const added = Object.keys(files).filter((path) => !known.has(path));
  return [
    ...listed.flatMap(({ path, sha256 }) => {
      const content = files[path];
      if (content === undefined) return [`${path} is missing`];
      return sha256Of(content) === sha256 ? [] : [`${path} was changed`];
    }),
    ...added.map((path) => `${path} was added`),
  ];
}
