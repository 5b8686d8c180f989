import { Cron } from 'croner';
import { field, refuse } from './fields.ts';
import { nearMiss } from './nearMiss.ts';

const cronAccepted =
  'five cron fields (minute hour day-of-month month day-of-week), or six with seconds first, like "0 7 * * 1-5"';

/** A cron expression, one blank between its fields. */
export const schedule = field(cronAccepted, (value) => {
  const why = validateCron(value);
  return why === undefined ? value.replace(/\s+/g, ' ') : refuse({ why });
});

/** An IANA time zone that Node knows. */
export const timezone = field('an IANA time zone like America/New_York', (value) =>
  isTimezone(value) ? value : refuse({ suggestion: nearTimezone(value) }),
);

const reasons = new Map<string, string | undefined>();

/** Why an expression is refused; undefined when croner, which computes the due times, accepts it as five or six fields. */
export function validateCron(expression: string): string | undefined {
  if (!reasons.has(expression)) reasons.set(expression, reasonAgainst(expression));
  return reasons.get(expression);
}

const names = ['second', 'minute', 'hour', 'day of month', 'month', 'day of week'] as const;

function reasonAgainst(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return `it has ${count(fields.length)}`;
  const reason = validateByCroner(fields);
  if (reason === undefined) return undefined;
  // croner names the first bad field only.
  const bad = fields.flatMap((field, index) => {
    const alone = validateByCroner(fields.map((_, at) => (at === index ? field : '*')));
    return alone === undefined
      ? []
      : [saysMore(alone) ? alone : `${field} is not a valid ${names.at(index - fields.length)}`];
  });
  return bad.length > 0 ? bad.join(', ') : reason;
}

/** A reason that says what to write instead, where others only say that the field is wrong. */
function saysMore(reason: string): boolean {
  return /^the range |cannot be greater|not allowed/.test(reason);
}

function validateByCroner(fields: readonly string[]): string | undefined {
  try {
    // From a fixed day, so that an expression is valid in every year or in none; the February of a leap year is near.
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

const seen = new Map<string, boolean>();

/** Whether Node knows the zone. Asked once for each name: ten thousand watches mostly share a few. */
function isTimezone(name: string): boolean {
  const known = seen.get(name) ?? asks(name);
  seen.set(name, known);
  return known;
}

function asks(name: string): boolean {
  // Offsets like "+02:00" are valid to Intl, but have no summer time: not what a schedule means.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** "America/NewYork" → America/New_York; a bare city is looked for too: "Paris" → Europe/Paris. */
function nearTimezone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = zones.find((zone) => zone.toLowerCase().endsWith(`/${name.toLowerCase().replaceAll(' ', '_')}`));
  return city ?? nearMiss(name, [...zones, 'UTC']);
}
