import { html } from 'hono/html';
import type { WatchDate } from '../../alerts/message/watchDates.ts';
import { daysAfter, isDay } from '../../base/time.ts';
import { shortText } from '../../base/words/cleanText.ts';
import {
  courtClock,
  dayEnding,
  isAmerican,
  placeInZone,
  readerClock,
  readerDay,
  readerShortDay,
  readerTime,
  withMoments,
  withReaderDays,
} from '../../base/words/readerDate.ts';
import { counted } from '../../base/words/sentence.ts';
import { withoutCodes } from '../../base/words/watchWords.ts';
import { type CalendarEvent, isKept, isRequested, listCaution } from '../../reading/events/calendarEvent.ts';
import type { DateStatus } from '../../reading/events/dateLine.ts';
import type { Visit } from '../visit/visit.ts';
import type { Html } from './page.ts';
import { emptyState, recordPath } from './pieces.ts';

type Here = Pick<Visit, 'now' | 'timezone' | 'locale'>;

/** The reason of a check without the code of an error, and with times of the reader. */
export function reasonWords(reason: string, here: Here): string {
  return withMoments(withoutCodes(reason), (at) => readerTime(at, here));
}

/** Formats an ISO instant: `today, 7:00 AM`, `Nov 24, 7:00 AM`, or a day of another year. Hovering shows UTC. */
export function moment(at: string | null | undefined, here: Here): Html {
  if (!at) return html`<span class="quiet">never</span>`;
  return html`<time datetime="${at}" title="${at.slice(0, 19).replace('T', ' ')} UTC">${momentWords(at, here)}</time>`;
}

export function momentWords(at: string, here: Here): string {
  const place = placeInZone(at, here.timezone);
  const today = todayOf(here);
  if (place === undefined) return at;
  if (place.day === today) return `today, ${readerClock(place.clock, here)}`;
  if (place.day.slice(0, 4) !== today.slice(0, 4)) return readerDay(place.day, here);
  return `${readerShortDay(place.day, today, here)}, ${readerClock(place.clock, here)}`;
}

/** Returns `the end of Thu, Dec 31` for an ISO time at which a day of the reader ends, or else the moment. */
export function endWords(until: string, here: Here): string {
  const ending = dayEnding(until, here.timezone);
  return ending === undefined ? momentWords(until, here) : `the end of ${dayWords(ending, here)}`;
}

export function todayOf({ now, timezone }: Pick<Here, 'now' | 'timezone'>): string {
  return placeInZone(now.toISOString(), timezone)?.day ?? '';
}

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2026-11-21` as `Sat, Nov 21` or `Sat 21 Nov`, with the year if it is another one. Other text is unchanged. */
export function dayWords(day: string, here: Here): string {
  if (!isDay(day)) return day;
  const date = new Date(`${day}T00:00:00Z`);
  const comma = isAmerican(here) ? ',' : '';
  return `${weekdays[date.getUTCDay()]}${comma} ${readerShortDay(day, todayOf(here), here)}`;
}

export function day(value: string | undefined, here: Here): Html {
  if (!value) return html``;
  return html`<time datetime="${value}">${dayWords(value, here)}</time>`;
}

/** Formats a day with legal effect, such as a filing or an expiry, always with its year. */
export function legalDay(value: string | undefined, here: Here): Html {
  if (!value) return html``;
  return html`<time datetime="${value}">${readerDay(value, here)}</time>`;
}

export function goneNote(goneSince: string | undefined, visit: Visit): Html {
  if (goneSince === undefined) return html``;
  return html`<p class="note"><strong>No longer found</strong> since ${moment(goneSince, visit)}: several complete
checks in a row did not find it. Below is what was known until then.</p>`;
}

const longestName = 140;

export function dateList(dates: readonly WatchDate[], visit: Visit, atMost: number): Html {
  if (dates.length === 0) return emptyState('No dates found in filings.');
  return html`${dateLines(dates, visit, atMost)}<p class="quiet small">${listCaution}</p>`;
}

/** Lists dates by week; the calendar has the rest. @param anchors gives days an anchor: `#day-2026-11-30` */
export function dateLines(dates: readonly WatchDate[], visit: Visit, atMost: number, anchors = false): Html {
  const more = dates.length - atMost;
  const today = todayOf(visit);
  const weeks = [...Map.groupBy(dates.slice(0, atMost), ({ date }) => weekOf(date, visit))];
  return html`<div class="weeks">${weeks.map(
    ([week, some]) =>
      html`<h3>${weekWords(week, today, visit)}</h3>
<ul class="dates">${some.map((date, index) =>
        dateLine(date, { isFirst: anchors && date.date !== some[index - 1]?.date, today }, visit),
      )}</ul>`,
  )}</div>${
    more > 0
      ? html`<p class="quiet">And ${counted(
          more,
          'more',
          'more',
        )}: <a href="/calendar">the calendar</a> has them all.</p>`
      : ''
  }`;
}

/** The index of the day on which the reader's weeks begin: American weeks begin on Sunday. */
export const weekBegins = (visit: Visit): number => (isAmerican(visit) ? 0 : 1);

function weekOf(date: string, visit: Visit): string {
  return daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 7 - weekBegins(visit)) % 7));
}

function weekWords(week: string, today: string, visit: Visit): Html {
  if (week === weekOf(today, visit)) return html`This week`;
  if (week === daysAfter(weekOf(today, visit), 7)) return html`Next week`;
  return html`Week of <time datetime="${week}">${dayWords(week, visit).replace(/^(?:Sun|Mon),? /, '')}</time>`;
}

export function dateMark(event: Pick<CalendarEvent, 'what' | 'status'> & Partial<CalendarEvent>): Html {
  const kind = isRequested(event) ? 'asked' : event.what;
  return html`<span class="what ${kind}" aria-hidden="true"></span>`;
}

function dateLine(date: WatchDate, { isFirst, today }: { isFirst: boolean; today: string }, visit: Visit): Html {
  const isToday = date.date === today;
  const when = isToday ? html`<time datetime="${date.date}">Today</time>` : day(date.date, visit);
  return html`<li class="${isToday ? 'now' : ''}"${
    isFirst ? html` id="day-${date.date}"` : ''
  }><span class="when">${when}</span><div>${dateMark(date)}${eventWords(date, visit)}
<div class="quiet small"><a href="${recordPath(date.record)}">${shortText(
    date.case,
    longestName,
  )}</a></div></div></li>`;
}

/** `Fri, Feb 5 · Fact discovery due`, with its state in small type, struck through if the date no longer applies. */
export function dateWords(event: CalendarEvent, visit: Visit): Html {
  return html`${
    isKept(event) ? dayWords(event.date, visit) : html`<del>${dayWords(event.date, visit)}</del>`
  } · ${eventWords(event, visit)}`;
}

function eventWords(event: CalendarEvent, visit: Visit): Html {
  const { time, title, note } = event;
  const words = html`${title}${time === undefined ? '' : `, ${courtClock({ ...event, time }, visit)}`}`;
  const more =
    note === undefined ? '' : html` <span class="quiet small">${withReaderDays(briefNote(note), visit)}</span>`;
  return html`${isKept(event) ? words : html`<del>${words}</del>`}${statusWords[event.status]}${more}`;
}

/** Names only the last earlier day of an event and counts how often it moved. The files name all. */
function briefNote(note: string): string {
  const parts = note.split('; ');
  const earlier = parts.filter((part) => part.startsWith('was '));
  const others = parts.filter((part) => !part.startsWith('was '));
  const times = earlier.length > 1 ? [`moved ${earlier.length} times`] : [];
  return [...earlier.slice(0, 1), ...times, ...others].join('; ');
}

export const statusWords: Readonly<Record<DateStatus, string>> = {
  set: '',
  asked: ' (requested)',
  cancelled: ' canceled',
  superseded: ' superseded',
  'case-ended': '',
  expired: ' (expired)',
};
