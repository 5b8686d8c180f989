import { madeOncePerText } from '../calls.ts';
import { daysAfter } from '../time.ts';
import { cleanText } from './cleanText.ts';

/** A reader, who determines the form of dates. The content of an alert is a reader too. */
export interface Reader {
  readonly timezone: string; // IANA zone.
  readonly locale?: string | undefined; // BCP 47, like `en-GB`; by default the zone decides.
}

/** American: `Nov 21, 2026, 9:47 PM EST`. Otherwise the day comes first: `21 Nov 2026, 21:47`. */
type DateForm = Readonly<{ american: boolean; hour12: boolean }>;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes `2026-11-21` as `Nov 21, 2026` or `21 Nov 2026`; any other text stays. A day has no time zone. */
export function readerDay(day: string, reader: Reader): string {
  const { month, date, year } = partsOf(day) ?? {};
  if (month === undefined) return day;
  return formOf(reader).american ? `${month} ${date}, ${year}` : `${date} ${month} ${year}`;
}

/** The same without the year if it is the year of `now`, an ISO day or instant: `Nov 6`, `6 Nov`. */
export function readerShortDay(day: string, now: string, reader: Reader): string {
  const { month, date, year } = partsOf(day) ?? {};
  if (month === undefined || year !== now.slice(0, 4)) return readerDay(day, reader);
  return formOf(reader).american ? `${month} ${date}` : `${date} ${month}`;
}

export function withReaderDays(text: string, reader: Reader): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => readerDay(day, reader));
}

type Show = (instant: string) => string;

/** Writes each ISO instant in a text as `show` does, and one after "until" as `showEnd` does. */
export function withMoments(text: string, show: Show, showEnd: Show = show): string {
  const moments = /\b(until )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/g;
  return text.replace(moments, (_, until: string | undefined, instant: string) =>
    until === undefined ? show(instant) : until + showEnd(instant),
  );
}

/** Writes the time `14:30` of any place as `2:30 PM`, or unchanged. */
export function readerClock(time: string, reader: Reader): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = String(minute).padStart(2, '0');
  if (!formOf(reader).hour12) return `${String(hour).padStart(2, '0')}:${minutes}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A time on the clock of a court, whose zone may be unknown. */
type CourtTime = Readonly<{ date: string; time: string; timezone: string | undefined }>;

/** Writes the time of a hearing as `2:30 PM CST`. */
export function courtClock(at: CourtTime, reader: Reader): string {
  return `${readerClock(at.time, reader)} ${courtZoneName(at)}`;
}

/** Returns `CST`, or `court’s time` if the zone is unknown. */
export function courtZoneName({ date, time, timezone }: CourtTime): string {
  const zone = timezone && placeInZone(courtMoment(date, time, timezone).toISOString(), timezone)?.zone;
  return zone || 'court’s time';
}

/** Writes an ISO instant as `Nov 21, 2026, 7:02 AM EST` or `21 Nov 2026, 13:02 GMT+1`; any other text stays. */
export function readerTime(instant: string, reader: Reader): string {
  const place = placeInZone(instant, reader.timezone);
  if (place === undefined) return cleanText(instant);
  return `${readerDay(place.day, reader)}, ${readerClock(place.clock, reader)} ${place.zone}`;
}

/** Returns an ISO instant as `2026-11-21` and `09:05` of a zone, with the zone's name; undefined for other texts. */
export function placeInZone(instant: string, timezone: string) {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return undefined;
  const parts = Object.fromEntries(
    formatterFor(timezone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, timeZoneName: zone } = parts;
  return { day: `${year}-${month}-${day}`, clock: `${hour}:${minute}`, zone };
}

/** Returns the day that ends at this instant in the zone; undefined if the instant is not midnight there. */
export function dayEnding(instant: string, timezone: string): string | undefined {
  const place = placeInZone(instant, timezone);
  return place?.clock === '00:00' ? daysAfter(place.day, -1) : undefined;
}

/** Returns the moment when clocks of the zone show this time, or, for a skipped time, when the clocks change. */
export function courtMoment(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // The first guess may be on the other side of a clock change, so compute the offset again.
  const guess = asUtc - offsetMs(asUtc, timezone);
  return new Date(asUtc - offsetMs(guess, timezone));
}

function offsetMs(atMs: number, timezone: string): number {
  const there = placeInZone(new Date(atMs).toISOString(), timezone);
  return Date.parse(`${there?.day}T${there?.clock}Z`) - atMs;
}

export function isAmerican(reader: Reader): boolean {
  return formOf(reader).american;
}

function partsOf(day: string): { month: string; date: number; year: string } | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return year !== undefined && name !== undefined ? { month: name, date: Number(date), year } : undefined;
}

function formOf({ timezone, locale = localeOf(timezone) }: Reader): DateForm {
  return formOfLocale(locale);
}

/** Messages are in English, so a locale decides only the order of a date and the hours of the clock. */
const formOfLocale = madeOncePerText((locale): DateForm => {
  const region = new Intl.Locale(locale).maximize().region;
  const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return { american: region === 'US', hour12 };
});

/** Reads zones of the Americas, and UTC, which nobody chose, the American way. */
function localeOf(timezone: string): string {
  return /^(America\/|US\/|Pacific\/Honolulu|Etc\/|UTC$|GMT$)/.test(timezone) ? 'en-US' : 'en-GB';
}

/** Keeps formatters, because making one costs far more than using it, and a process has few zones. */
const formatterFor = madeOncePerText(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
);
