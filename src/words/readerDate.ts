import { cleanText } from './cleanText.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21` as `Nov 21, 2026`; anything else as it came. A day has no time zone. */
export function readerDay(day: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = months[Number(parts?.[2]) - 1];
  return parts && month ? `${month} ${Number(parts[3])}, ${parts[1]}` : day;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** An ISO instant as `Nov 21, 2026, 7:02 AM EST` in the reader's IANA zone; what is no instant, as it came. */
export function readerTime(instant: string, timezone: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return cleanText(instant);
  // Intl puts a narrow no-break space before AM, which old mail programs show as a box.
  return formatterFor(timezone).format(time).replace(/\s/g, ' ');
}

/** Building a formatter costs far more than using it, and a process has few zones. */
function formatterFor(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  formatters.set(timezone, formatter);
  return formatter;
}
