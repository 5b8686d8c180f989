import { describe, expect, it } from 'vitest';
import { movedHour } from '../../../src/reading/dates/readDates.ts';

describe('a new hour on the same day', () => {
  it.each([
    ['the hearing set for ', ' is advanced to 8:15 am on that date', '08:15'],
    ['the hearing set for ', ' is moved to 2:00 pm', '14:00'],
    ['the time for the ', ' status hearing is changed to 9:30 a.m.', '09:30'],
    ['the ', ' trial is rescheduled from 9:00 am to 1:30 pm', '13:30'],
    ['the ', ' conference is reset to noon the same day', '12:00'],
    ['the conference of ', ' is continued to 3:00 pm on the same date', '15:00'],
  ])('is read from: %s[day]%s', (before, after, time) => {
    const moved = movedHour(before, after);
    expect(moved?.time).toBe(time);
    const used = after.slice(0, moved?.length);
    expect(used.trimEnd()).toMatch(/(?:[ap]\.?m\.?|noon)$/);
  });

  it.each([
    ['the hearing set for ', ' is advanced to 1/5/2027 at 8:15 am'],
    ['the hearing set for ', ' is moved to 2:00 pm on 1/5/2027'],
    ['the hearing set for ', ' is moved to 2:00 pm, january 5'],
    ['the hearing set for ', ' is moved to 2:00 pm on monday'],
    ['the hearing set for ', ' is moved to courtroom 5'],
    ['the hearing set for ', ' will be held at 2:00 pm'],
    ['the brief due ', ' is moved to 2:00 pm'],
    ['', ''],
  ])('is not read from: %s[day]%s', (before, after) => {
    expect(movedHour(before, after)).toBeUndefined();
  });
});
