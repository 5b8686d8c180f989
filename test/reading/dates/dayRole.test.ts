import { describe, expect, it } from 'vitest';
import { type DayContext, roleOf } from '../../../src/reading/dates/dayRole.ts';

/** Returns the context of a day from the words before it, `|`, and the words after it. */
function contextOf(line: string, beside: Partial<DayContext> = {}): DayContext {
  const [before = '', after = ''] = line.split('|');
  return { before, sentence: before, after, hasTime: false, yearless: false, ...beside };
}

describe('the role of a day', () => {
  it.each<[line: string, role: string | undefined, beside?: Partial<DayContext>]>([
    ['hearing set for |', 'hearing'],
    ['responses due by |', 'deadline'],
    ['discovery deadline set for |', 'deadline'],
    ['transcript designation set for |', 'deadline'],
    ['designation of record set for |', 'hearing'],
    ['signed by judge a. b. on |', undefined],
    ['reset from |', undefined],
    ['hearing previously set for | shall remain', 'hearing'],
    ['hearing previously set for | will be cancelled', undefined],
    ['responses due by | deadline remains', 'deadline'],
    ['the | hearing was adjourned', undefined, { yearless: true }],
    ['notice of the | hearing', 'hearing'],
    ['notice of the | hearing', undefined, { yearless: true }],
    ['counsel is unavailable on |', undefined],
    ['counsel is unavailable until |', undefined],
    ['counsel is unavailable for the hearing on |', undefined],
    ['counsel is unavailable for the hearing before judge a on |', 'hearing'],
    ['the hearing on | is vacated', undefined],
    ['the hearing on | is hereby cancelled', undefined],
    ['the hearing on | has been reset to', undefined],
    ['vacating the status of | hearing', undefined],
    ['continued to | hearing', 'hearing', { hasTime: true }],
    ['the hearing of plaintiff is vacated, | at noon', undefined],
    ['the hearing is vacated and reset to |', 'hearing'],
    ['bench trial set for 3/3/2026 through |', undefined, { before: ' through ' }],
    ['briefs are stayed through |', 'deadline', { before: ' through ' }],
    ['time excluded from 12/1/2026 through |', undefined],
    ['judge stone will be away until |', undefined],
    ['judge stone will be away; trial |', undefined, { before: 'trial ' }],
    ['judge stone will be away and the trial is reset for |', 'hearing'],
    ['hearing continued until |', 'hearing'],
    ['matter continued until |', 'hearing', { hasTime: true }],
    ['matter continued until |', 'deadline'],
    ['deadlines reset: hearing report due by |', 'deadline'],
    ['briefs to be filed |', 'deadline'],
    ['conference |', 'hearing'],
    ['file the report after the conference |', 'hearing'],
    ['the conference and a deadline |', 'deadline'],
    ['|', 'deadline', { sentence: 'briefs to be filed ' }],
    ['|', 'hearing', { hasTime: true }],
    ['| status conference', 'hearing'],
    ['| deadline', 'deadline'],
    ['| cut-off', 'deadline'],
    ['|', undefined],
    ['the letter of | about money', undefined],
  ])('in "%s" is %s', (line, role, beside) => {
    expect(roleOf(contextOf(line, beside))).toBe(role);
  });
});
