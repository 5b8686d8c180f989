import { html } from 'hono/html';
import { type CalendarEvent, caution, isKept } from '../dates/calendarEvent.ts';
import type { DateStatus } from '../dates/caseDate.ts';
import type { WatchDate } from '../schedule/watchDates.ts';
import { shortText } from '../words/cleanText.ts';
import { withReaderDays } from '../words/readerDate.ts';
import { counted } from '../words/sentence.ts';
import { recordPath } from './links.ts';
import { clock, day, pageReader } from './moment.ts';
import type { Html } from './page.ts';
import { emptyState } from './pager.ts';
import type { Visit } from './visit/visit.ts';

/** Court and number come first. */
const longestName = 140;

/** Days named in filings and registers, the next first; what need not be kept is struck through. */
export function dateList(dates: readonly WatchDate[], visit: Visit, atMost = dates.length): Html {
  if (dates.length === 0) return emptyState('No dates named in filings.');
  return html`${dateLines(dates, visit, atMost)}<p class="quiet small">${caution}</p>`;
}

/** The first of these dates; the calendar has the others. */
export function dateLines(dates: readonly WatchDate[], visit: Visit, atMost: number): Html {
  const more = dates.length - atMost;
  return html`<ul class="news">${dates.slice(0, atMost).map((date) => dateLine(date, visit))}</ul>${more > 0 ? html`<p class="quiet">And ${counted(more, 'more', 'more')}: <a href="/calendar">the calendar</a> has them all.</p>` : ''}`;
}

function dateLine(date: WatchDate, visit: Visit): Html {
  return html`<li>${dateWords(date, visit)}
<div class="quiet small"><a href="${recordPath(date.record)}">${shortText(date.case, longestName)}</a></div></li>`;
}

/** `Fri, Feb 5 · Fact discovery due`, and small what became of it; struck through where it need not be kept. */
export function dateWords(event: CalendarEvent, visit: Visit): Html {
  const { date, time, title, note } = event;
  const words = html`${day(date, visit)}${time === undefined ? '' : `, ${clock(time, visit)}`} · ${title}`;
  const more =
    note === undefined ? '' : html` <span class="quiet small">${withReaderDays(note, pageReader(visit))}</span>`;
  return html`${isKept(event) ? words : html`<del>${words}</del>`}${statusWords[event.status]}${more}`;
}

/** What follows a date; a case that ended says so in its note. */
export const statusWords: Readonly<Record<DateStatus, string>> = {
  set: '',
  asked: ' (asked for)',
  cancelled: ' cancelled',
  superseded: ' superseded',
  'case-ended': '',
  expired: ' (expired)',
};
