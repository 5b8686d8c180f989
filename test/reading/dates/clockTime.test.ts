import { describe, expect, it } from 'vitest';
import { timeAfter, timeBefore } from '../../../src/reading/dates/readDates.ts';

describe('the time after a day', () => {
  it.each([
    [' at 10:00 AM before', '10:00', ' at 10:00 AM'],
    [', at 9:30 a.m.', '09:30', ', at 9:30 a.m.'],
    [' 02:30 PM in', '14:30', ' 02:30 PM'],
    [' @ 9:00', '09:00', ' @ 9:00'],
    [' at 9 a.m. in', '09:00', ' at 9 a.m.'],
    [' at 9 am in', '09:00', ' at 9 am'],
    [' at 9 p. m.', '21:00', ' at 9 p. m.'],
    [' at 9.30 am', '09:30', ' at 9.30 am'],
    [' at 10:15:20 AM', '10:15', ' at 10:15:20 AM'],
    [' at 12:00 PM', '12:00', ' at 12:00 PM'],
    [' at 12:30 AM', '00:30', ' at 12:30 AM'],
    [' at 11:59 pm', '23:59', ' at 11:59 pm'],
    [' at 13:30 pm', '13:30', ' at 13:30 pm'],
    [' at 23:30 pm', '23:30', ' at 23:30 pm'],
    [' at noon', '12:00', ' at noon'],
    [' at 12 Noon', '12:00', ' at 12 Noon'],
    [' by midnight', '23:59', ' by midnight'],
    [' at 1:00', '13:00', ' at 1:00'],
    [' at 2:00', '14:00', ' at 2:00'],
    [' at 6:59', '18:59', ' at 6:59'],
    [' at 7:00', '07:00', ' at 7:00'],
    [' at 0:30', '00:30', ' at 0:30'],
    [' at 14:00', '14:00', ' at 14:00'],
    [' at 23:59', '23:59', ' at 23:59'],
    [' (Friday), at 10:00 AM', '10:00', ' (Friday), at 10:00 AM'],
    [' hearing time: 10:00 AM', '10:00', ' hearing time: 10:00 AM'],
    [' at the hour of 10:00 AM', '10:00', ' at the hour of 10:00 AM'],
    [' at approximately 10:00 AM', '10:00', ' at approximately 10:00 AM'],
    [' beginning at 10:00 AM', '10:00', ' beginning at 10:00 AM'],
    [' - 10:00 AM', '10:00', ' - 10:00 AM'],
  ])('is found in %j: %s', (text, time, words) => {
    expect(timeAfter(text)).toEqual({ time, length: words.length });
  });

  it.each([
    ' at 24:00',
    ' at 24:00 AM',
    ' at 10:60',
    ' at 10:60 AM',
    ' in Courtroom 10',
    ' before Judge A. at 10:00 AM',
    ' at 10 of them',
    ' at 1:23:45',
    '',
  ])('is not found in %j', (text) => {
    expect(timeAfter(text)).toBeUndefined();
  });
});

describe('the time before a day', () => {
  it.each([
    ['appear at 2:00 pm on ', '14:00', '2:00 pm on '],
    ['set for 9:00 ', '09:00', '9:00 '],
    ['at 2:00 p.m. (Eastern Time) on ', '14:00', '2:00 p.m. (Eastern Time) on '],
    ['at 2:00 p.m. EST, on Friday, ', '14:00', '2:00 p.m. EST, on Friday, '],
    ['by noon on ', '12:00', 'noon on '],
    ['9:00 a.m. Pacific ', '09:00', '9:00 a.m. Pacific '],
  ])('is found in %j: %s', (text, time, words) => {
    expect(timeBefore(text)).toEqual({ time, length: words.length });
  });

  it.each(['at 2:00 pm in Courtroom 5 on ', 'at 25:00 on ', 'on ', ''])('is not found in %j', (text) => {
    expect(timeBefore(text)).toBeUndefined();
  });
});
