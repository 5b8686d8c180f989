import { createHash } from 'node:crypto';
import { z } from 'zod';
import { changeJson } from '../../alerts/channels/changeJson.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { redline } from '../../base/words/redline.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { CheckRow } from '../../store/snapshot/checksTable.ts';
import { loadRawResponses } from '../../store/snapshot/rawResponsesTable.ts';
import type { Db } from '../../store/store.ts';

/** A kept response of the service, as it came except for our token. */
export interface KeptResponse {
  readonly path: string;
  readonly request: unknown;
  readonly bytes: number;
  readonly sha256: string;
}

export async function responsesOf(db: Db, check: CheckRow): Promise<{ kept: KeptResponse; content: Buffer }[]> {
  const rows = await loadRawResponses(db, check.id);
  return rows.map(({ page, request, bytes }) => ({
    kept: {
      path: `responses/check-${check.id}-page-${page}.json`,
      request,
      bytes: bytes.length,
      sha256: sha256Of(bytes),
    },
    content: bytes,
  }));
}

export function checkJson(check: CheckRow, responses: readonly KeptResponse[]): object {
  return { ...check, responses };
}

/** A change as `tipstaff changes --json` has it, and for each edited text what was removed and added. */
export function changeLine(change: StoredChange): object {
  const edits = change.fields.flatMap(({ field, before, after }) =>
    typeof before === 'string' && typeof after === 'string'
      ? [{ field, pieces: redline(cleanText(before), cleanText(after)) }]
      : [],
  );
  return { ...changeJson(change), rule: change.rule, note: change.note, redlines: edits };
}

export function readme(
  { matter, from, until, madeAt }: { matter: string; from: string; until: string; madeAt: string },
  fingerprint: string,
): string {
  return `Evidence of what was watched, and of what was known when

Matter:  ${cleanText(matter)}
Period:  ${from} up to ${until} (UTC)
Made:    ${madeAt}, by the clock of the machine that made it

report.html       all of it for reading
watches.json      what was watched: each search in words and as it was sent; when somebody had paused it, so that nobody
                  looked; which new designs were compared with own ones by their pictures, which were not, and why
checks.json       every check of the period: when, what came of it and why, how much it showed; the SHA-256 of each
                  response that is kept
changes.json      what was found, with the texts before and after, and when
deliveries.json   every alert that reported it, and each attempt to deliver it with the words of the receiving server
responses/        the responses of the search service that are kept, as they came; only the access token is taken out
manifest.json     every file here with its SHA-256
manifest.sig      the signature of manifest.json (Ed25519)
public-key.pem    the key to verify it with

To verify, with openssl 3 and in the folder of the unpacked files:

  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
  sha256sum -c SHA256SUMS

or with Tipstaff: tipstaff evidence --verify FILE

A signature proves who made this only if the key is theirs: ask for the fingerprint of their key by another way, and
compare. They print it with: tipstaff evidence --public-key. That of the key in here is

  ${fingerprint}

  openssl pkey -pubin -in public-key.pem -outform DER | sha256sum
`;
}

export function sha256Sums(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const publicKeyName = 'public-key.pem';

/** What an evidence file is about, and each file in it with its digest. This is what the signature covers. */
export const manifestShape = z.object({
  format: z.literal('tipstaff-evidence-1'),
  /** ISO, UTC, by the clock of the machine that made it. */
  madeAt: z.string(),
  madeBy: z.string(),
  tipstaff: z.string(),
  matter: z.string(),
  /** ISO instants; `until` is not part of it. */
  from: z.string(),
  until: z.string(),
  /** What is left out although it belongs to the matter, in words. */
  leftOut: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestShape>;

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
