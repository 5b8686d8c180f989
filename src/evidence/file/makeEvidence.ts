import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { html } from 'hono/html';
import { fieldRows } from '../../alerts/message/fieldRows.ts';
import { kindHeading } from '../../alerts/message/words/happened.ts';
import { TipstaffError } from '../../base/errors.ts';
import { dayMs, utcDay } from '../../base/time.ts';
import { userAgent } from '../../base/version.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { Reader } from '../../base/words/readerDate.ts';
import type { Piece } from '../../base/words/redline.ts';
import { counted } from '../../base/words/sentence.ts';
import { type ZipPart, zipFile } from '../../base/zipFile.ts';
import type { Config } from '../../config/config.ts';
import { createRedact } from '../../config/fields/secret.ts';
import { secretsOf } from '../../config/secrets.ts';
import { noteAudit } from '../../people/auditTable.ts';
import { recordPlace, recordTitle } from '../../records/record.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import { type Db, firstSetting, type Store } from '../../store/store.ts';
import { lacksByAge } from '../matterEvidenceQueries.ts';
import {
  changeLine,
  checkJson,
  type Manifest,
  manifestName,
  publicKeyName,
  readme,
  responsesOf,
  sha256Of,
  sha256Sums,
  signatureName,
} from './evidenceParts.ts';
import { comparedPart, gatherEvidence, type MatterEvidence } from './gatherEvidence.ts';

const pieceBytes = 1_048_576;

export interface EvidenceRequest {
  readonly matter: string;
  /** ISO days, UTC, both included. */
  readonly from: string;
  readonly until: string;
  readonly who: string;
  readonly confidential: boolean;
}

export interface MadeEvidence {
  readonly zip: Buffer;
  readonly manifest: Manifest;
  readonly fingerprint: string;
}

/**
 * Everything that is stored of a matter and a period, signed.
 * @throws TipstaffError `usage.evidence` when the days are invalid or the matter is unknown; `usage.evidence-size` when
 * it is too much for one file.
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
  const about = {
    matter,
    ...period,
    madeAt,
    leftOut: [...leftOutOf(evidence), ...(await lacksByAge(store.db, period.from))],
  };
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
  return store.transaction((trx) => noteAudit(trx, { at, who }, 'evidence.make', matter, detail));
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
      'An evidence file is for a period of days that has begun, such as 2026-11-01 to 2026-11-30; ' +
        `${JSON.stringify(from)} to ${JSON.stringify(until)} is none.`,
    );
  }
  const end = Math.min(last + dayMs, now.getTime());
  return { from: new Date(first).toISOString(), until: new Date(end).toISOString() };
}

function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(time) || utcDay(new Date(time)) !== text ? undefined : time;
}

function unknownMatter(matter: string): TipstaffError {
  const words = `No watch that you may read belongs, or ever belonged, to the matter ${JSON.stringify(matter)}.`;
  return new TipstaffError('usage.evidence', words);
}

/** For all responses together: the evidence file is made in memory. */
const bytesAtMost = 400 * 1_048_576;

/**
 * What an evidence file contains of the matter, by path: the kept responses, the facts as JSON, the report. No secret
 * of the config.
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

/** Courts, registers and servers are in many zones, so all times are in UTC, as in the other files. */
const reader: Reader = { timezone: 'UTC', locale: 'en-US' };

const style = `body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1f23 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #e2e2db }
ins { background: #e2f3e4; text-decoration: none } del { background: #fae3df } .quiet { color: #5c6168 }
td { overflow-wrap: anywhere } tr { break-inside: avoid } time { white-space: nowrap }
@media print { ins { text-decoration: underline } body { font-size: 11px; margin: 0; max-width: none } }`;

interface About {
  readonly matter: string;
  readonly from: string;
  readonly until: string;
  readonly madeAt: string;
  readonly leftOut: readonly string[];
}

/** The content of the other files, as a page to read and print. */
export async function evidenceReport(evidence: MatterEvidence, about: About): Promise<string> {
  const { watches, checks, changes, alerts } = evidence;
  const complete = checks.filter((check) => check.outcome === 'complete').length;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Evidence: ${about.matter}</title><style>${style}</style></head><body>
<h1>Evidence: ${about.matter}</h1>
<p>${moment(about.from)} up to ${moment(about.until)}, all times UTC. Made ${moment(about.madeAt)}.</p>
${about.leftOut.map((words) => html`<p><strong>${words}</strong></p>`)}
<h2>What was watched</h2><table><thead><tr><th>Watch</th><th>Searches</th><th>As sent</th><th>Schedule</th></tr></thead>
<tbody>${watches.map(
    (watch) =>
      html`<tr><td>${watch.name}${
        watch.removedAt === null ? '' : html`<br><span class="quiet">removed ${moment(watch.removedAt)}</span>`
      }</td><td>${watch.searches}</td><td>${watch.queries.map(
        (query) => html`<code>${JSON.stringify(query.body)}</code> `,
      )}${watch.formerQueries.map(
        (query) =>
          html`<div><code>${JSON.stringify(
            query.body,
          )}</code> <span class="quiet">until ${moment(query.until)}</span></div>`,
      )}</td><td>${watch.schedule}</td></tr>`,
  )}</tbody></table>
${pausesPart(watches)}${comparedPart(watches)}<h2>What came: ${counted(changes.length, 'change')}</h2><table><thead><tr>
<th>Seen</th><th>Record</th><th>What</th></tr></thead><tbody>${changes.map(changeRow)}</tbody></table>
<h2>Who was notified: ${counted(alerts.length, 'alert')}</h2><table><thead><tr><th>Alert</th><th>Channel</th>
<th>State</th><th>Attempts, with the words of the server</th></tr></thead><tbody>${alerts.map(
    ({ id, channel, state, createdAt, deliveries }) =>
      html`<tr><td>${id}<br><span class="quiet">${moment(createdAt)}</span></td><td>${channel}</td><td>${state}</td>
<td>${deliveries.map((one) => html`<div>${moment(one.attemptedAt)} ${one.outcome}: ${one.response}</div>`)}</td></tr>`,
  )}</tbody></table>
<h2>${counted(checks.length, 'check')}, ${complete} complete</h2><table><thead><tr><th>Check</th><th>Ended</th>
<th>Outcome</th><th>Hits</th><th>Reason</th></tr></thead><tbody>${checks.map(
    ({ id, endedAt, outcome, hits, reason }) =>
      html`<tr><td>${id}</td><td>${moment(endedAt)}</td><td>${outcome}</td><td>${hits}</td>
<td>${reason ?? ''}</td></tr>`,
  )}</tbody></table></body></html>`;
  return String(await page);
}

/** Without it, readers would believe that nothing was filed. */
function pausesPart(watches: MatterEvidence['watches']) {
  const rows = watches.flatMap(({ name, pauses }) => pauses.map((pause) => ({ name, ...pause })));
  if (rows.length === 0) return '';
  return html`<h2>When nobody looked: ${counted(rows.length, 'pause')}</h2>
<p>A watch that is paused is not checked. That nothing came in this time does not mean that nothing was filed.</p>
<table><thead><tr><th>Watch</th><th>From</th><th>Until</th><th>Paused by</th><th>Because</th></tr></thead>
<tbody>${rows.map(
    ({ name, beganAt, endedAt, endedBy, author, reason }) =>
      html`<tr><td>${name}</td><td>${moment(beganAt)}</td>
<td>${
        endedAt === null
          ? 'still paused'
          : html`${moment(endedAt)}<br><span class="quiet">${
              endedBy === null ? 'its time came' : `ended by ${endedBy}`
            }</span>`
      }</td><td>${author}</td><td>${reason}</td></tr>`,
  )}</tbody></table>
`;
}

function changeRow(change: StoredChange) {
  const { record, entry } = change;
  const rows =
    change.kind === 'design.new' ? [] : fieldRows(change.fields, { cases: [], reader, now: change.detectedAt });
  const place =
    entry === undefined
      ? ''
      : `${entry.documentNumber === '' ? 'entry' : `D.I. ${entry.documentNumber}`} of ${entry.dateFiled}: `;
  return html`<tr><td>${moment(change.detectedAt)}</td>
<td>${recordTitle(record)}<br><span class="quiet">${recordPlace(record)}</span></td>
<td>${kindHeading(change, reader)}${
    entry === undefined ? '' : html`<div>${place}${cleanText(entry.description)}</div>`
  }${rows.map(
    (row) => html`<div><span class="quiet">${row.name}:</span> ${row.value.map(drawPiece)}</div>`,
  )}</td></tr>`;
}

function drawPiece({ mark, text }: Piece) {
  if (mark === 'added') return html`<ins>${text}</ins> `;
  return mark === 'removed' ? html`<del>${text}</del> ` : html`${text} `;
}

function moment(at: string) {
  return html`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time>`;
}

const setting = 'evidence-key';

/** The key with which this installation signs (Ed25519); made at first use, kept in its database alone. */
export async function signingKey(store: Store): Promise<KeyObject> {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = await store.transaction((trx) => firstSetting(trx, setting, make));
  return createPrivateKey(pem);
}

/** The public half, as openssl reads it. @param key the private or the public one. */
export function publicPem(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return open.export({ type: 'spki', format: 'pem' }).toString();
}

/** The fingerprint by which people compare public keys: SHA-256 of the key in DER, in hexadecimal. */
export function fingerprintOf(pem: string): string {
  return createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
