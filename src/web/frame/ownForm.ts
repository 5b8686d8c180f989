import { parse } from 'node:querystring';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Config } from '../../config/config.ts';
import { type BodyLimits, readBody, type Unread } from './body.ts';
import { isSameSecret, readCookie, tokenCookie } from './cookies.ts';
import { type Form, type FormFiles, tokenField } from './page.ts';

/** A form of somebody who has not signed in. */
export const strangersForm: BodyLimits = { bytes: 32 * 1024, seconds: 5 };

/** A note of 4,000 letters, nine bytes for each where they are not Latin, and more. */
export const viewersForm: BodyLimits = { bytes: 64 * 1024 };

interface Sent {
  readonly form: Form;
  readonly files: FormFiles;
}

/**
 * The fields and files of a form that one of our pages made in this browser. Nothing is read of one that comes from
 * another site, or from no page at all.
 * @throws HTTPException 400 when it is no form
 */
export async function readOwnForm(c: Context, http: Config['http'], limits: BodyLimits): Promise<Sent | Unread> {
  const token = readCookie(c, tokenCookie, http);
  if (token === undefined || !isFromOurSite(c)) return foreign;
  const body = await readBody(c, limits);
  if ('why' in body) return body;
  const sent = await parseForm(body, c.req.header('content-type') ?? '');
  return isSameSecret(sent.form[tokenField], token) ? sent : foreign;
}

export const isMultipart = (type: string | undefined): boolean => /^multipart\/form-data\b/i.test(type ?? '');

/** A form of ours has ten. */
const mostParts = 50;

async function parseForm(body: Buffer, type: string): Promise<Sent> {
  if (!isMultipart(type)) return { form: fieldsOf(body.toString()), files: {} };
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || isOver(body, `--${boundary}`, mostParts)) throw unreadable();
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

/** Not by URLSearchParams, whose time grows with the square of the fields. */
function fieldsOf(text: string): Form {
  const parsed = Object.entries(parse(text, '&', '=', { maxKeys: 0 }));
  return Object.fromEntries(
    parsed.map(([name, value = '']): [string, string] => [name, (Array.isArray(value) ? value.at(-1) : value) ?? '']),
  );
}

/** Whether a text stands more than so many times in a body. */
function isOver(body: Buffer, text: string, times: number): boolean {
  let at = -1;
  for (let found = 0; found <= times; found += 1) {
    at = body.indexOf(text, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function unreadable(cause?: unknown): HTTPException {
  return new HTTPException(400, { message: 'The form could not be read.\n', cause });
}

const foreign: Unread = {
  why: 'This form does not come from a page that you have open. Go back, reload the page and send the form again.',
  status: 403,
};

/**
 * Browsers say where a form comes from. Whoever says nothing has to know the token, and the key of a program opens no
 * form.
 */
function isFromOurSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}
