import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, findDays } from '../../../src/reading/dates/findDays.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';

const filed = '2026-11-21';

const datesOf = (text: string, day: string | undefined = filed): string[] =>
  findDays(text, day).map(({ date }) => date);

const months = 'January February March April May June July August September October November December'.split(' ');

/** Every form of a day without its year. */
const forms: Record<string, (month: number, day: number) => string> = {
  'January 5': (month, day) => `Hearing on ${months[month - 1]} ${day} at 10:00 AM`,
  'JANUARY 5th': (month, day) => `HEARING ON ${months[month - 1]?.toUpperCase()} ${day}TH.`,
  'Jan. 5': (month, day) => `Reply due ${months[month - 1]?.slice(0, 3)}. ${day}; brief to follow`,
  '1/5': (month, day) => `Reply due by ${month}/${day}`,
  '01/05': (month, day) => `Reply due by ${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}`,
};

/** Returns the first day from `from` on with this month and day, found by counting days. */
function firstSuchDay(month: number, day: number, from: string): string {
  const at = new Date(`${from}T00:00:00Z`);
  while (at.getUTCMonth() + 1 !== month || at.getUTCDate() !== day) at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
}

describe('a day without a year', () => {
  it.each<[filedOn: string, month: number, day: number, date: string]>([
    ['2026-12-01', 1, 5, '2027-01-05'],
    ['2026-12-31', 1, 1, '2027-01-01'],
    ['2026-12-31', 12, 31, '2026-12-31'],
    ['2026-12-31', 12, 30, '2027-12-30'],
    ['2027-01-01', 12, 31, '2027-12-31'],
    ['2027-01-01', 1, 1, '2027-01-01'],
    ['2026-01-05', 1, 5, '2026-01-05'],
    ['2026-01-06', 1, 5, '2027-01-05'],
    ['2026-11-21', 11, 20, '2027-11-20'],
    ['2026-11-21', 11, 22, '2026-11-22'],
    ['2026-12-01', 2, 29, '2028-02-29'],
    ['2028-02-29', 2, 29, '2028-02-29'],
    ['2028-03-01', 2, 29, '2032-02-29'],
  ])('filed on %s: %i/%i is %s', (filedOn, month, day, date) => {
    for (const [form, write] of Object.entries(forms))
      expect(datesOf(write(month, day), filedOn), form).toEqual([date]);
  });

  it('is the next such day on or after the day of filing, in each form', () => {
    const anyDay = fc.date({ min: new Date('2001-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...Object.keys(forms)), (filedOn, meant, form) => {
        const [month, day] = [meant.getUTCMonth() + 1, meant.getUTCDate()];
        const from = filedOn.toISOString().slice(0, 10);
        expect(datesOf(forms[form]?.(month, day) ?? '', from)).toEqual([firstSuchDay(month, day, from)]);
      }),
    );
  });

  it('is marked, and has no date if the day of filing is unknown', () => {
    expect(findDays('due by 1/5, and on 2/6/2027', filed).map(({ yearless }) => yearless)).toEqual([true, false]);
    expect(findDays('January 5; March 6, 2027; 2027-03-07; 3/8/27', filed).map(({ yearless }) => yearless)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(findDays('due by 1/5, or January 6, or Feb. 7', undefined)).toEqual([]);
  });

  it('in an entry of December is in the next year if its month and day have passed', () => {
    const read = (text: string) => readEntry(text, '2026-12-18').dates;
    expect(read('Status Conference set for January 5 at 10:00 AM')).toMatchObject([
      { date: '2027-01-05', time: '10:00', what: 'hearing' },
    ]);
    expect(read('ORDER: responses due by 1/5')).toMatchObject([{ date: '2027-01-05', what: 'deadline' }]);
    expect(read('ORDER: responses due by 12/28')).toMatchObject([{ date: '2026-12-28', what: 'deadline' }]);
  });
});

describe('a day with its year', () => {
  it.each([
    ['12/1/2026', '2026-12-01'],
    ['12-1-2026', '2026-12-01'],
    ['12/01/26', '2026-12-01'],
    ['1/2/59', '2059-01-02'],
    ['1/2/60', '1960-01-02'],
    ['1/2/99', '1999-01-02'],
    ['2026-12-01', '2026-12-01'],
    ['December 1, 2026', '2026-12-01'],
    ['December 1 2026', '2026-12-01'],
    ['Dec. 1, 2026', '2026-12-01'],
    ['DECEMBER 1ST, 2026', '2026-12-01'],
    ['Sept. 2, 2026', '2026-09-02'],
    ['September 3rd, 2026', '2026-09-03'],
    ['the 5th of January, 2027', '2027-01-05'],
    ['5th day of January, 2027', '2027-01-05'],
    ['1 December 2026', '2026-12-01'],
    ['2/29/2028', '2028-02-29'],
  ])('%s is %s, whatever the day of filing', (words, date) => {
    expect(datesOf(`set for ${words} in court`)).toEqual([date]);
    expect(datesOf(`set for ${words} in court`, undefined)).toEqual([date]);
  });

  it.each([
    '2/29/2027',
    '6/31/2026',
    '13/1/2026',
    '0/5/2026',
    '1/0/2026',
    '12/1-2026',
    '1/2/1939',
    '1/2/2100',
    '2026-13-01',
    '2026-02-30',
    '$12/1/2026',
    '3-12/1/2026',
    '12/1/2026/7',
    '12/1/20265',
    '2026-12-01-5',
    'February 30, 2027',
    'May it please the court',
    'Second Amended Complaint',
    'Mar 45, 2027',
  ])('is not read from: %s', (words) => {
    expect(datesOf(`the ${words} text`)).toEqual([]);
  });

  it.each([
    ['from December 30 to January 3, 2027', '2026-12-30', '2027-01-03'],
    ['from March 3 to March 3, 2027', '2027-03-03', '2027-03-03'],
  ])('takes the year that follows the last of several days, or the year before: %s', (text, ...days) => {
    expect(datesOf(text)).toEqual(days);
  });

  it('has its place in the text, is found once, and comes in the order of the text', () => {
    const text = 'reset from January 5, 2027 to 1/7/2027, not 2027-01-06';
    const found = findDays(text, filed);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      'January 5, 2027',
      '1/7/2027',
      '2027-01-06',
    ]);
    expect(found.map(({ date }) => date)).toEqual(['2027-01-05', '2027-01-07', '2027-01-06']);
  });

  it('within another form of a day is not read twice', () => {
    expect(datesOf('on 5 January 2027')).toEqual(['2027-01-05']);
    expect(datesOf('on 1/5/2027')).toEqual(['2027-01-05']);
  });

  it('is read up to 250 times in each form', () => {
    expect(datesOf('1/5/2027 '.repeat(251))).toHaveLength(250);
    expect(datesOf('2027-01-05 '.repeat(250))).toHaveLength(250);
  });
});

describe('a day of the calendar', () => {
  it('is any existing day from 1940 to 2099', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1940-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [year = '', month = '', day = ''] = iso.split('-');
          expect(calendarDay(year, month, day)).toBe(iso);
          expect(calendarDay(year, String(Number(month)), String(Number(day)))).toBe(iso);
        },
      ),
    );
  });

  it.each([
    ['1939', '12', '31'],
    ['2100', '1', '1'],
    ['2026', '2', '29'],
    ['2026', '0', '1'],
    ['', '', ''],
  ])('is not %s-%s-%s', (year, month, day) => {
    expect(calendarDay(year, month, day)).toBeUndefined();
  });
});
