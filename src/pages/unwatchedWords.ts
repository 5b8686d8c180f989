import { html } from 'hono/html';
import type { Unwatched } from '../message/content.ts';
import { whyUnwatched } from '../words/whyUnwatched.ts';
import { moment } from './moment.ts';
import type { Html } from './page.ts';
import type { Visit } from './visit/visit.ts';

/** `nothing is known since Nov 20, 7:00 AM; could not be looked at since 7:33 AM (service key suspended)` */
export function unwatchedWords({ since, knownUntil, reason }: Omit<Unwatched, 'watch'>, visit: Visit): Html {
  const known =
    knownUntil === undefined ? 'never checked completely' : html`nothing is known since ${moment(knownUntil, visit)}`;
  return html`${known}; could not be looked at since ${moment(since, visit)}${reason === undefined ? '' : ` (${whyUnwatched(reason)})`}`;
}
