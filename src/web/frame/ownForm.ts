import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { within } from '../../base/calls.ts';
import type { Config } from '../../config/config.ts';
import { isSameSecret, readCookie, tokenCookie } from '../visit/visit.ts';
import { type Form, type FormFiles, tokenField } from './page.ts';

export const strangersForm: BodyLimits = { bytes: 32 * 1024, seconds: 5 };

/** Room for a note of 4,000 non-Latin letters, at nine bytes each when encoded, and more. */
export const viewersForm: BodyLimits = { bytes: 64 * 1024 };

export type Sent = { readonly form: Form; readonly files: FormFiles };

/** Reads only forms sent from our own pages. @throws HTTPException 400 for an invalid form */
export async function readOwnForm(c: Context, http: Config['http'], limits: BodyLimits): Promise<Sent | Unread> {
  const token = readCookie(c, tokenCookie, http);
  if (token === undefined || !isFromOurSite(c)) return foreign;
  const body = await readBody(c, limits);
  if ('why' in body) return body;
  const sent = await parseForm(body, c.req.header('content-type') ?? '');
  return isSameSecret(sent.form[tokenField], token) ? sent : foreign;
}

export const isMultipart = (type: string | undefined): boolean => /^multipart\/form-data\b/i.test(type ?? '');

/** Our own forms have about ten parts. Each part takes a kilobyte of memory. */
const mostParts = 50;

async function parseForm(body: Buffer, type: string): Promise<Sent> {
  const [, boundary = ''] = /boundary="?([^\s";]+)/i.exec(type) ?? [];
  const parts = body.toString('latin1').split(`--${boundary}`, mostParts + 2);
  if (isMultipart(type) && parts.length > mostParts + 1) throw unreadable();
  const parsed = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((cause) => {
      throw unreadable(cause);
    });
  const pairs = [...parsed];
  return {
    form: Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    files: Object.fromEntries(pairs.filter((pair): pair is [string, File] => pair[1] instanceof File)),
  };
}

function unreadable(cause?: unknown): HTTPException {
  return new HTTPException(400, { message: 'The form could not be read.\n', cause });
}

const foreign: Unread = {
  why: 'This form does not come from a page that you have open. Go back, reload the page and send the form again.',
  status: 403,
};

/** Browsers name the origin of a form. A request without an origin must have the token. */
function isFromOurSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

export interface BodyLimits {
  readonly bytes: number;
  /** The time limit for the body. Undefined for a signed-in sender, whom only the server's own limit stops. */
  readonly seconds?: number | undefined;
}

export type Unread = { readonly why: string; readonly status: 403 | 408 | 413 };

/** @throws HTTPException 400 if the sender disconnects meanwhile */
export async function readBody(c: Context, limits: BodyLimits): Promise<Buffer | Unread> {
  if (Number(c.req.header('content-length')) > limits.bytes) return tooLarge(limits);
  const { incoming } = c.env as Partial<HttpBindings>;
  if (limits.seconds === undefined && incoming !== undefined) ofViewers.add(incoming);
  const { seconds } = limits;
  const read = readParts(c, limits).catch((cause) => {
    throw unreadable(cause);
  });
  return seconds === undefined ? read : within(seconds * 1000, read, () => tooSlow(seconds));
}

async function readParts(c: Context, limits: BodyLimits): Promise<Buffer | Unread> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // To cancel would end the connection before the refusal is sent. The server closes it after that.
  for await (const part of c.req.raw.body?.values({ preventCancel: true }) ?? []) {
    size += part.length;
    if (size > limits.bytes) return tooLarge(limits);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge({ bytes }: BodyLimits): Unread {
  return { why: `The form has more than ${bytes / 1024} KB. Go back and shorten it.`, status: 413 };
}

function tooSlow(seconds: number): Unread {
  return { why: `The form did not arrive within ${seconds} seconds. Go back and send it again.`, status: 408 };
}

const ofViewers = new WeakSet<IncomingMessage>();

/** Returns whether a request still waits for the body of an anonymous sender. Its connection may be closed. */
export const waitsForStranger = (request: IncomingMessage): boolean => !request.complete && !ofViewers.has(request);
