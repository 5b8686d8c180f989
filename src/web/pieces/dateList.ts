import { html } from 'hono/html';
import type { WatchDate } from '../../alerts/watchDates.ts';
import { caution } from '../../calendar/calendarEvent.ts';
import { counted } from '../../words/counted.ts';
import { shortText } from '../../words/shortText.ts';
import type { Html } from '../page.ts';
import type { Visit } from '../visit/visit.ts';
import { emptyState } from './emptyState.ts';
import { recordPath } from './links.ts';
import { clock, day } from './moment.ts';

/** Court and number come first. */
const longestName = 140;

/** Days named in filings and registers, the next first; what was cancelled is struck through. */
export function dateList(dates: readonly WatchDate[], visit: Visit, atMost = dates.length): Html {
  if (dates.length === 0) return emptyState('No dates named in filings.');
  return html`${dateLines(dates, visit, atMost)}<p class="quiet small">${caution}</p>`;
}

/** The first of these dates; the calendar has the others. */
export function dateLines(dates: readonly WatchDate[], visit: Visit, atMost: number): Html {
  const more = dates.length - atMost;
  return html`<ul class="news">${dates.slice(0, atMost).map((date) => dateLine(date, visit))}</ul>${more > 0 ? html`<p class="quiet">And ${counted(more, 'more', 'more')}: <a href="/calendar">the calendar</a> has them all.</p>` : ''}`;
}

function dateLine({ date, time, title, case: name, record, status }: WatchDate, visit: Visit): Html {
  const words = html`${day(date, visit)}${time === undefined ? '' : `, ${clock(time, visit)}`} · ${title}`;
  return html`<li>${status === 'cancelled' ? html`<del>${words}</del> cancelled` : words}${status === 'asked' ? ' (asked for)' : ''}
<div class="quiet small"><a href="${recordPath(record)}">${shortText(name, longestName)}</a></div></li>`;
}
