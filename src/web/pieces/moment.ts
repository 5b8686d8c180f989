import { html } from 'hono/html';
import type { Reader } from '../../words/readerDate.ts';
import type { Html } from '../page.ts';
import type { Visit } from '../visit/visit.ts';

type Here = Pick<Visit, 'now' | 'timezone'>;

/** An ISO instant in the reader's zone: the time alone today, with the day this year, else with the year; hovering shows UTC. */
export function moment(at: string | null | undefined, here: Here): Html {
  if (!at) return html`<span class="quiet">never</span>`;
  return html`<time datetime="${at}" title="${at.slice(0, 19).replace('T', ' ')} UTC">${momentWords(at, here)}</time>`;
}

export function momentWords(at: string, { now, timezone }: Here): string {
  const time = new Date(at);
  const same = (form: Intl.DateTimeFormatOptions) => formatted(time, timezone, form) === formatted(now, timezone, form);
  const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
  const year: Intl.DateTimeFormatOptions = { year: 'numeric' };
  if (same({ ...day, ...year })) return formatted(time, timezone, clock);
  return formatted(time, timezone, same(year) ? { ...day, ...clock } : { ...day, ...year });
}

/** `2026-11-21` as `Sat, Nov 21`, with the year where it is another; what is no day, as it came. */
export function dayWords(day: string, now: Date): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const isThisYear = day.slice(0, 4) === now.toISOString().slice(0, 4);
  const form: Intl.DateTimeFormatOptions = isThisYear
    ? { weekday: 'short', month: 'short', day: 'numeric' }
    : { year: 'numeric', month: 'short', day: 'numeric' };
  return formatted(date, 'UTC', form);
}

export function day(value: string | undefined, now: Date): Html {
  if (!value) return html``;
  return html`<time datetime="${value}">${dayWords(value, now)}</time>`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs far more than using it, and there are few. */
function formatted(time: Date, timeZone: string, form: Intl.DateTimeFormatOptions): string {
  const name = `${timeZone} ${JSON.stringify(form)}`;
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...form });
  formatters.set(name, formatter);
  // Intl puts a narrow no-break space before AM.
  return formatter.format(time).replace(/\s/g, ' ');
}

/** Words that messages share with the page are dated as the page is. */
export function pageReader({ timezone }: Here): Reader {
  return { timezone, locale: 'en-US' };
}
