/** A time of day beside a day, and how much of the text it takes. */
export interface ClockTime {
  readonly time: string;
  readonly length: number;
}

const clock = String.raw`(?:(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)? ?([ap])(?:\. ?m\.|\.? ?m\b)|(\d{1,2}):(\d{2})(?![\d:])|\b(?:12 ?)?(noon|midnight))`;
const between = String.raw`[ ,;]{0,3}(?:\(?[a-z]{3,6}day\)?,? )?(?:(?:hearing )?time:? ?)?(?:at|@|from|by|beginning at|commencing at|starting at|-|,)? ?(?:the hour of |approximately |about )?`;
const after = new RegExp(`^${between}${clock}`, 'i');
const before = new RegExp(
  `${clock}(?: ?(?:\\(?(?:[pmce][sd]?t|eastern|pacific|central|mountain)(?: time)?\\)?))?,? ?(?:on )?(?:[a-z]{3,6}day,? )?$`,
  'i',
);

/** The time that follows a day: " at 10:00 AM", ", 9:30 a.m.", " @ noon". */
export function timeAfter(text: string): ClockTime | undefined {
  const found = after.exec(text);
  return found ? read(found) : undefined;
}

/** The time that stands right before a day: "at 2:00 pm on ". */
export function timeBefore(text: string): ClockTime | undefined {
  const found = before.exec(text);
  return found ? read(found) : undefined;
}

function read(found: RegExpExecArray): ClockTime | undefined {
  const [whole, hour, minute, half, bareHour, bareMinute, word] = found;
  const length = whole.length;
  if (word) return { time: word.toLowerCase() === 'noon' ? '12:00' : '23:59', length };
  const time = half ? clockOf(Number(hour), minute, half) : officeHour(Number(bareHour), bareMinute);
  return time ? { time, length } : undefined;
}

function clockOf(hour: number, minute = '00', half: string): string | undefined {
  if (hour > 23 || Number(minute) > 59) return undefined;
  const afternoon = half.toLowerCase() === 'p' && hour < 12;
  const midnight = half.toLowerCase() === 'a' && hour === 12;
  return `${String(hour + (afternoon ? 12 : midnight ? -12 : 0)).padStart(2, '0')}:${minute}`;
}

// No court sits from one to six in the morning: "at 2:00" is the afternoon.
function officeHour(hour: number, minute = '00'): string | undefined {
  if (hour > 23 || Number(minute) > 59) return undefined;
  return `${String(hour >= 1 && hour <= 6 ? hour + 12 : hour).padStart(2, '0')}:${minute}`;
}
