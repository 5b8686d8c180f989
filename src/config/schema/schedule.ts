import { cronAccepted, validateCron } from './cronGrammar.ts';
import { field, refuse } from './fields.ts';
import { isTimezone, nearTimezone } from './timezone.ts';

/** A cron expression, one blank between its fields. */
export const schedule = field(cronAccepted, (value) => {
  const why = validateCron(value);
  return why === undefined ? value.replace(/\s+/g, ' ') : refuse({ why });
});

/** An IANA time zone that Node knows. */
export const timezone = field('an IANA time zone like America/New_York', (value) =>
  isTimezone(value) ? value : refuse({ suggestion: nearTimezone(value) }),
);
