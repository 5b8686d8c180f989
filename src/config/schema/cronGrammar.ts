import { Cron } from 'croner';
import { validateDetailed } from 'node-cron';

export const cronAccepted =
  'five cron fields (minute hour day-of-month month day-of-week), or six with seconds first, like "0 7 * * 1-5"';

const judged = new Map<string, string | undefined>();

/**
 * Why an expression is refused; undefined when it is good. The grammar is what cron programs agree on: node-cron and croner
 * (and the cron of most systems) read wrap-round ranges and two day fields differently, so those are refused, not guessed at.
 */
export function validateCron(expression: string): string | undefined {
  if (!judged.has(expression)) judged.set(expression, judge(expression));
  return judged.get(expression);
}

function judge(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return `it has ${count(fields.length)}`;
  const [dayOfMonth = '*', , dayOfWeek = '*'] = fields.slice(-3);
  if (isNarrow(dayOfMonth) && isNarrow(dayOfWeek)) {
    return 'with both day fields set some programs want both to hold and others either; set one and leave the other *';
  }
  if (/[LW#]/i.test(dayOfMonth + dayOfWeek.replace(/[a-z]{3}/gi, ''))) return 'L, W and # are not read by every cron';
  const detailed = validateDetailed(expression);
  if (!detailed.valid) return detailed.errors.map((error) => plain(error.message)).join(', ');
  return validateByCroner(expression);
}

function validateByCroner(expression: string): string | undefined {
  try {
    // From a fixed day, so that an expression is not good in one year and bad in another; a leap year's February is near.
    const next = new Cron(expression, { paused: true, timezone: 'UTC' }).nextRun(new Date('2026-01-01T00:00:00Z'));
    return next === null ? 'it never falls due' : undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    const wrapped = /'([^']+-[^']+)'/.exec(reason);
    if (reason.startsWith('From value') && wrapped) {
      return `the range ${wrapped[1]} runs backwards; write both parts, as in 22-23,0-5`;
    }
    return reason.charAt(0).toLowerCase() + reason.slice(1);
  }
}

function isNarrow(field: string): boolean {
  return field !== '*' && field !== '?';
}

function plain(message: string): string {
  return message
    .replace('is a invalid expression for', 'is no valid')
    .replace(/^(\S+) (\S+) is an impossible day of month.*$/, 'month $2 has no day $1');
}

function count(fields: number): string {
  return fields === 1 ? 'one field' : `${fields} fields`;
}
