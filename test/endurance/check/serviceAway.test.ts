import { describe, expect, it } from 'vitest';
import { minutes, officeOf, watches } from '../../check/officeOfTwo.ts';

describe('a service that returns nothing complete for days', () => {
  it('is reported once, however many checks fall due', async () => {
    const office = await officeOf();
    office.service.reply = () => ({ status: 503, body: 'down' });
    expect(await minutes(office, 120)).toHaveLength(2);
    expect(await minutes(office, 24 * 60, 24 * 60)).toEqual([]);
  });

  it('is reported on Friday evening, even if the next check is due on Monday or the week after', async () => {
    const weekly = { ...watches[0], schedule: '30 12 * * 5' };
    const office = await officeOf({ watches: [weekly, { ...watches[1], schedule: '0 9 * * 1', notify: ['brand'] }] });
    office.service.reply = () => ({ status: 503, body: '' });
    // The readers of the Monday watch are not affected yet.
    expect(await minutes(office, 90)).toEqual(['90m counsel: watch-unwatched began', '90m ops: service-away began']);
    expect(await minutes(office, 3 * 24 * 60, 24 * 60)).toEqual([
      expect.stringContaining('brand: watch-unwatched began'),
    ]);
  });
});
