import { describe, expect, it } from 'vitest';
import { minutes, officeOf, watches } from '../../check/officeOfTwo.ts';

describe('over days, a service that returns nothing whole', () => {
  it('is told once, however many slots fall due meanwhile', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    expect(await minutes(office, 120)).toHaveLength(2);
    expect(await minutes(office, 24 * 60, 24 * 60)).toEqual([]);
  });

  it('is notified where nothing is checked on Friday evening, whatever is due on Monday or next week', async () => {
    const weekly = { ...watches[0], schedule: '30 12 * * 5' };
    const office = await officeOf({ watches: [weekly, { ...watches[1], schedule: '0 9 * * 1', notify: ['brand'] }] });
    office.service.reply = () => ({ status: 503, body: '' });
    // The readers of the watch of Monday are not concerned yet.
    expect(await minutes(office, 90)).toEqual(['90m counsel: watch-unwatched began', '90m ops: service-away began']);
    expect(await minutes(office, 3 * 24 * 60, 24 * 60)).toEqual([
      expect.stringContaining('brand: watch-unwatched began'),
    ]);
  });
});
