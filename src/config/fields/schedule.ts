import { Cron } from 'croner';
import { madeOncePerText } from '../../base/calls.ts';
import { field, refuse } from './fields.ts';
import { nearMiss } from './finding.ts';

const cronAccepted =
  'five cron fields (minute hour day-of-month month day-of-week), or six with seconds first, like "0 7 * * 1-5"';

export const cron = field(cronAccepted, readCron);

export const schedule = field(`${cronAccepted}; or adaptive`, (value) =>
  value.toLowerCase() === 'adaptive' ? 'adaptive' : readCron(value),
);

function readCron(value: string) {
  const why = validateCron(value);
  return why === undefined ? value.replace(/\s+/g, ' ') : refuse({ why });
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function secondsOf(text: string, units: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhd])$/i.exec(text) ?? [];
  const known = units.includes(unit.toLowerCase()) ? unitSeconds[unit.toLowerCase()] : undefined;
  return Number(count) * (known ?? Number.NaN);
}

const short = { units: 'smh', like: '30s, 2m or 1h' };
const long = { units: 'mhd', like: '30m, 24h or 3d' };

/** In seconds. The limits are written in the same way. */
export function duration(least: string, most: string, { units, like } = short) {
  const [leastSeconds, mostSeconds] = [secondsOf(least, units), secondsOf(most, units)];
  return field(`a time like ${like}, from ${least} to ${most}`, (value) => {
    const seconds = secondsOf(value, units);
    return seconds >= leastSeconds && seconds <= mostSeconds ? seconds : refuse();
  });
}

/** The time between two checks, in hours. */
export const interval = duration('5m', '31d', long).transform((seconds) => seconds / 3600);

const monthHours = 30 * 24;

/** Returns the stored form, one text like a cron expression: `adaptive 1h..24h`. */
export function adaptiveSchedule(atMostEveryHours: number, atLeastEveryHours: number): string {
  return `adaptive ${hoursText(atMostEveryHours)}..${hoursText(atLeastEveryHours)}`;
}

/** Returns hours. Without a budget a quarter of `atLeastEvery`, so at most four times the cost of a fixed schedule. */
export function usualAtMostEvery(atLeastEveryHours: number, isBudgeted: boolean): number {
  const hour = Math.min(1, atLeastEveryHours);
  return isBudgeted ? hour : Math.max(hour, atLeastEveryHours / 4);
}

/** Marks an adaptive schedule whose cases all ended long ago, or removes the mark. */
export function whileEnded(schedule: string, isEnded: boolean): string {
  const plain = schedule.replace(/ ended$/, '');
  return isEnded ? `${plain} ended` : plain;
}

/** Returns undefined for a cron expression. */
export function adaptiveBounds(schedule: string) {
  const [, most, least, ended] = /^adaptive ([\d.]+)h\.\.([\d.]+)h( ended)?$/.exec(schedule) ?? [];
  if (most === undefined) return undefined;
  // A watch whose cases ended long ago is checked monthly, whatever its bounds are.
  const isEnded = ended !== undefined;
  return { atMostEveryHours: Number(most), atLeastEveryHours: isEnded ? monthHours : Number(least), isEnded };
}

export function scheduleKeys(schedule: string) {
  const bounds = adaptiveBounds(schedule);
  if (bounds === undefined) return { schedule };
  const { atLeastEveryHours, atMostEveryHours } = bounds;
  return {
    schedule: 'adaptive',
    atLeastEvery: intervalText(atLeastEveryHours),
    atMostEvery: intervalText(atMostEveryHours),
  };
}

/** Returns `24h`, `0.5h`, or `20m`, which hours could not say exactly. */
export function intervalText(hours: number): string {
  const minutes = Math.round(hours * 600) / 10;
  return minutes % 6 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

function hoursText(hours: number): string {
  return `${Math.round(hours * 10_000) / 10_000}h`;
}

export const timezone = field('an IANA time zone like America/New_York', (value) =>
  isTimezone(value) ? value : refuse({ suggestion: nearTimezone(value) }),
);

/** Returns undefined for five or six fields that croner, which computes the due times, accepts. */
export const validateCron = madeOncePerText(reasonAgainst);

const names = ['second', 'minute', 'hour', 'day of month', 'month', 'day of week'] as const;

function reasonAgainst(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return `it has ${count(fields.length)}`;
  const reason = validateByCroner(fields);
  if (reason === undefined) return undefined;
  // croner names only the first bad field.
  const bad = fields.flatMap((field, index) => {
    const alone = validateByCroner(fields.map((_, at) => (at === index ? field : '*')));
    if (alone === undefined) return [];
    const saysMore = /^the range |cannot be greater|not allowed/.test(alone);
    return [saysMore ? alone : `${field} is not a valid ${names.at(index - fields.length)}`];
  });
  return bad.length > 0 ? bad.join(', ') : reason;
}

function validateByCroner(fields: readonly string[]): string | undefined {
  try {
    // A fixed start makes an expression valid in every year or in none; a leap year's February is near.
    const cron = new Cron(fields.join(' '), { paused: true, timezone: 'UTC', mode: '5-or-6-parts' });
    if (cron.nextRun(new Date('2026-01-01T00:00:00Z')) !== null) return undefined;
    const [day = '', month = ''] = fields.slice(-3);
    return /^\d+$/.test(day) && month !== '*' ? `month ${month} has no day ${day}` : 'it never falls due';
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^CronPattern: (?:Syntax error, )?/, '') : String(error);
    const wrapped = /'([^']+-[^']+)'/.exec(reason);
    if (reason.startsWith('From value') && wrapped) {
      return `the range ${wrapped[1]} runs backwards; write both parts, as in 22-23,0-5`;
    }
    return reason.charAt(0).toLowerCase() + reason.slice(1);
  }
}

function count(fields: number): string {
  return fields === 1 ? 'one field' : `${fields} fields`;
}

/** Remembers each name, because ten thousand watches mostly share a few. */
const isTimezone = madeOncePerText((name) => {
  // Intl accepts offsets like "+02:00", but they have no daylight saving time, which a schedule needs.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
});

/** "America/NewYork" → America/New_York. A bare city works too: "Paris" → Europe/Paris. */
function nearTimezone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = zones.find((zone) => zone.toLowerCase().endsWith(`/${name.toLowerCase().replaceAll(' ', '_')}`));
  return city ?? nearMiss(name, [...zones, 'UTC']);
}
