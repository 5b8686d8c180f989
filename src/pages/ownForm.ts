import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Config } from '../config/config.ts';
import type { Form } from './action.ts';
import { tokenField } from './actionForm.ts';
import { readCookie, tokenCookie } from './cookies.ts';

/** The fields of a form that one of our pages made in this browser; undefined: it comes from another site, or from no page at all. */
export async function readOwnForm(c: Context, http: Config['http']): Promise<Form | undefined> {
  const parsed = await c.req.parseBody().catch((cause) => {
    throw new HTTPException(400, { message: 'The form could not be read.\n', cause });
  });
  const form = Object.fromEntries(
    Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
  return isFromOurSite(c) && isSameSecret(form[tokenField], readCookie(c, tokenCookie, http)) ? form : undefined;
}

export const foreignForm =
  'This form does not come from a page that you have open. Go back, reload the page and send the form again.';

/** Browsers say where a form comes from. Whoever says nothing has to know the token, and the key of a program opens no form. */
function isFromOurSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

/** Compares in the same time however much of it is right. */
export function isSameSecret(sent: string | undefined, known: string | undefined): boolean {
  if (!sent || !known) return false;
  const [given, expected] = [Buffer.from(sent), Buffer.from(known)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
