import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { keyOf, signedHeaders } from '../../base/http/signature.ts';
import { parseJson } from '../../base/json.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { WebhookNudges } from '../../config/readNudges.ts';
import { courtCalled } from '../../records/courts.ts';
import type { Signal } from './signals.ts';

export interface Call {
  /** What stands behind the name in its path; undefined where nothing does. */
  readonly secret: string | undefined;
  header(name: string): string | undefined;
}

const toleranceSeconds = 300;

/** Why a call is refused before its body is read; undefined where it may be read. */
export function refusedUnread({ format, secret }: WebhookNudges, call: Call, now: Date): string | undefined {
  switch (format) {
    case 'courtlistener':
      return secret.some((one) => isSame(one, call.secret)) ? undefined : 'unknown';
    case 'tipstaff': {
      if (call.secret !== undefined) return 'unknown';
      const timestamp = Number(call.header('webhook-timestamp'));
      const isSigned = call.header('webhook-id') && call.header('webhook-signature');
      if (!isSigned || !Number.isInteger(timestamp)) return 'it is not signed as Standard Webhooks are';
      const away = Math.abs(now.getTime() / 1000 - timestamp);
      return away > toleranceSeconds ? 'its webhook-timestamp is not of the last 5 minutes' : undefined;
    }
  }
}

/** Whether the body is what the sender signed. What has its secret in the path is not signed. */
export function isSigned({ format, secret }: WebhookNudges, call: Call, body: string): boolean {
  if (format === 'courtlistener') return true;
  const sentAt = new Date(Number(call.header('webhook-timestamp')) * 1000);
  const id = call.header('webhook-id') ?? '';
  const expected = signedHeaders(secret.map(keyOf), id, sentAt, body)['webhook-signature']?.split(' ') ?? [];
  const given = call.header('webhook-signature')?.split(' ').slice(0, 20) ?? [];
  return given.some((one) => expected.some((right) => isSame(right, one)));
}

/** By which a repeated call is recognized: what the sender calls it, else its body. */
export function callId(call: Call, body: string): string {
  const named = call.header('webhook-id') ?? call.header('idempotency-key');
  return createHash('sha256')
    .update(named ?? body)
    .digest('base64url')
    .slice(0, 22);
}

function isSame(right: string, given: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(right), digest(given));
}

const shortText = z.string().max(4_000);
const documentNumber = z.union([shortText, z.int()]).nullish();

const own = z.object({
  court: shortText,
  case: shortText.nullish(),
  pacerCaseId: z.union([shortText, z.int()]).nullish(),
  document: documentNumber,
  text: shortText.nullish(),
});

/** https://www.courtlistener.com/help/api/webhooks/: the new entries of a docket. */
const docketAlert = z.object({
  payload: z.object({
    results: z
      .array(
        z.object({
          id: z.int(),
          docket: z.union([z.int(), shortText]),
          entry_number: z.int().nullish(),
          description: z.string().nullish(),
        }),
      )
      .max(1_000),
  }),
});

export interface CourtSignals {
  readonly court: string;
  readonly signals: readonly Signal[];
}

/** Undefined where its body has another form. Cases that the config does not know are left out. */
export function readCall({ format, cases }: WebhookNudges, body: string, id: string): CourtSignals[] | undefined {
  const json = parseJson(body);
  switch (format) {
    case 'tipstaff':
      return ownSignals(json, id);
    case 'courtlistener': {
      const read = docketAlert.safeParse(json);
      if (!read.success) return undefined;
      return read.data.payload.results.flatMap((entry): CourtSignals[] => {
        const docketId = /(\d+)\/?$/.exec(String(entry.docket))?.[1] ?? '';
        const known = Object.hasOwn(cases, docketId) ? cases[docketId] : undefined;
        if (known === undefined) return [];
        const document = entry.entry_number == null ? null : String(entry.entry_number);
        const about = { pacerCaseId: null, docketNumber: known.number, document, publishedAt: null };
        const signal = { ...about, text: cleanText(entry.description ?? ''), key: `entry ${entry.id}` };
        return [{ court: known.courtId, signals: [signal] }];
      });
    }
  }
}

function ownSignals(json: unknown, id: string): CourtSignals[] | undefined {
  const read = own.safeParse(json);
  const court = read.success ? courtCalled(read.data.court) : undefined;
  if (!read.success || court === undefined) return undefined;
  const said = (value: string | number | null | undefined) => cleanText(String(value ?? '')) || null;
  const [docketNumber, pacerCaseId] = [said(read.data.case), said(read.data.pacerCaseId)];
  if (docketNumber === null && pacerCaseId === null) return undefined;
  const document = said(read.data.document)?.slice(0, 20) ?? null;
  const about = { pacerCaseId, docketNumber, document, publishedAt: null };
  return [{ court, signals: [{ ...about, text: said(read.data.text) ?? '', key: `call ${id}` }] }];
}
