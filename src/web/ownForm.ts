import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import type { Form } from './action.ts';
import { tokenField } from './pieces/actionForm.ts';
import { tokenCookie } from './visit/readVisit.ts';

/** The fields of a form that one of our pages made in this browser; undefined: it comes from another site, or from no page at all. */
export async function readOwnForm(c: Context): Promise<Form | undefined> {
  const parsed = await c.req.parseBody().catch((cause) => {
    throw new HTTPException(400, { message: 'The form could not be read.\n', cause });
  });
  const form = Object.fromEntries(
    Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
  return isFromOurSite(c) && sameToken(form[tokenField], getCookie(c, tokenCookie)) ? form : undefined;
}

export const foreignForm =
  'This form does not come from a page that you have open. Go back, reload the page and send the form again.';

/** Browsers say where a form comes from; a program, which does not, has no cookie that it could abuse. */
function isFromOurSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

function sameToken(sent: string | undefined, known: string | undefined): boolean {
  if (!sent || !known || sent.length !== known.length) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(known));
}
