import { html } from 'hono/html';
import {
  isAmerican,
  placeInZone,
  type Reader,
  readerClock,
  readerDay,
  readerShortDay,
} from '../../base/words/readerDate.ts';
import type { Visit } from '../visit/visit.ts';
import type { Html } from './page.ts';

type Here = Pick<Visit, 'now' | 'timezone' | 'locale'>;

/** An ISO instant: `today, 7:00 AM`, `Nov 24, 7:00 AM` this year, else its day with the year; hovering shows UTC. */
export function moment(at: string | null | undefined, here: Here): Html {
  if (!at) return html`<span class="quiet">never</span>`;
  return html`<time datetime="${at}" title="${at.slice(0, 19).replace('T', ' ')} UTC">${momentWords(at, here)}</time>`;
}

export function momentWords(at: string, here: Here): string {
  const reader = pageReader(here);
  const place = placeInZone(at, here.timezone);
  const today = todayOf(here);
  if (place === undefined) return at;
  if (place.day === today) return `today, ${readerClock(place.clock, reader)}`;
  if (place.day.slice(0, 4) !== today.slice(0, 4)) return readerDay(place.day, reader);
  return `${readerShortDay(place.day, today, reader)}, ${readerClock(place.clock, reader)}`;
}

/** A page asks for it a hundred times. */
const todays = new WeakMap<Date, string>();

export function todayOf({ now, timezone }: Pick<Here, 'now' | 'timezone'>): string {
  const known = todays.get(now) ?? placeInZone(now.toISOString(), timezone)?.day ?? '';
  todays.set(now, known);
  return known;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2026-11-21` as `Sat, Nov 21` or `Sat 21 Nov`, with the year where it is not this one; any other text unchanged. */
export function dayWords(day: string, here: Here): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime())) return day;
  const [reader, now] = [pageReader(here), todayOf(here)];
  if (day.slice(0, 4) !== now.slice(0, 4)) return readerDay(day, reader);
  return `${weekdays[date.getUTCDay()]}${isAmerican(reader) ? ',' : ''} ${readerShortDay(day, now, reader)}`;
}

export function day(value: string | undefined, here: Here): Html {
  if (!value) return html``;
  return html`<time datetime="${value}">${dayWords(value, here)}</time>`;
}

/** A day that rights hang on, such as that of a filing or an expiry: always with its year. */
export function legalDay(value: string | undefined, here: Here): Html {
  if (!value) return html``;
  return html`<time datetime="${value}">${readerDay(value, pageReader(here))}</time>`;
}

export function clock(time: string, here: Here): string {
  return readerClock(time, pageReader(here));
}

/** Words that messages share with the page are dated as the page is. */
export function pageReader({ timezone, locale }: Here): Reader {
  return { timezone, locale };
}

export function goneNote(goneSince: string | undefined, visit: Visit): Html {
  if (goneSince === undefined) return html``;
  return html`<p class="note"><strong>No longer found</strong> since ${moment(goneSince, visit)}: several complete
checks in a row came back without it. What follows is what was known until then.</p>`;
}
