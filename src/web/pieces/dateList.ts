import { html } from 'hono/html';
import type { WatchDate } from '../../alerts/watchDates.ts';
import { caution } from '../../calendar/calendarEvent.ts';
import type { Html } from '../page.ts';
import { emptyState } from './emptyState.ts';
import { recordPath } from './links.ts';
import { day } from './moment.ts';

/** Days named in filings and registers, the next first; what was cancelled is struck through. */
export function dateList(dates: readonly WatchDate[], now: Date): Html {
  if (dates.length === 0) return emptyState('No dates named in filings.');
  return html`<ul class="news">${dates.map((date) => dateLine(date, now))}</ul><p class="quiet small">${caution}</p>`;
}

export function dateLine({ date, time, title, case: name, record, status }: WatchDate, now: Date): Html {
  const words = html`${day(date, now)}${time === undefined ? '' : `, ${time}`} · ${title}`;
  return html`<li>${status === 'cancelled' ? html`<del>${words}</del> cancelled` : words}${status === 'asked' ? ' (asked for)' : ''}
<div class="quiet small"><a href="${recordPath(record)}">${name}</a></div></li>`;
}
