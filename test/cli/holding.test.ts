import { describe, expect, it } from 'vitest';
import { mute, pause, unmute } from '../../src/cli/holds.ts';
import type { Program } from '../../src/daemon/program.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { officeThatKnows, openOffice } from '../check/office.ts';

it('mutes from the command line are in the audit log, like those of the page', async () => {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1)])] });
  const program = office.parts() as unknown as Program;
  const wish = { until: '2026-12-01T00:00:00.000Z', why: 'settlement talks', author: 'ann' };
  await mute(program, 'widget', wish);
  await mute(program, '1:20-cv-00168', wish);
  await unmute(program, 'widget');
  // No mute was left to end, so this is not logged.
  await unmute(program, 'widget');
  const log = await listAudit(office.store.db, { limit: 10 });
  expect(log.map(({ what, subject, detail }) => [what, subject, detail])).toEqual([
    ['watch.unmute', 'widget', ''],
    ['record.mute', '1:20-cv-00168 Widget Co. v. Rival Inc.', 'until 2026-12-01T00:00:00.000Z: settlement talks'],
    ['watch.mute', 'widget', 'until 2026-12-01T00:00:00.000Z: settlement talks'],
  ]);
  expect(log.map(({ who }) => who).slice(1)).toEqual(['ann', 'ann']);
});

it('a mute keeps a short label of a case with a long caption', async () => {
  const caseName = `Widget Co. v. ${'Rival Incorporated, '.repeat(30)}et al.`;
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1)], { caseName })] });
  const program = office.parts() as unknown as Program;
  const wish = { until: '2026-12-01T00:00:00.000Z', why: 'settlement talks', author: 'ann' };
  const { muted } = (await mute(program, '1:20-cv-00168', wish)).json as { muted: string };
  expect(muted).toMatch(/^1:20-cv-00168 Widget Co\. v\. Rival .*…$/);
  expect(muted.length).toBeLessThanOrEqual(100);
  expect((await unmute(program, '1:20-cv-00168')).json).toMatchObject({ ended: 1 });
});

describe('a moment on the command line', () => {
  const asked = async (until: string, http: object) => {
    const office = await openOffice({ http });
    const program = office.parts() as unknown as Program;
    const wish = { until, why: 'talks', author: 'ann' };
    const [muted, paused] = [await mute(program, 'widget', wish), await pause(program, 'widget', { until })];
    expect((paused.json as { until: string }).until).toBe((muted.json as { until: string }).until);
    return { until: (muted.json as { until: string }).until, words: [muted.words, paused.words] };
  };

  it('is read in http.timezone, or else in the zone of the first watch, and printed with that zone', async () => {
    const newYork = await asked('2026-12-01T08:00', {});
    expect(newYork.until).toBe('2026-12-01T13:00:00.000Z');
    for (const words of newYork.words) expect(words).toContain('until 2026-12-01 08:00 EST');
    const paris = await asked('2027-06-01T09:30', { timezone: 'Europe/Paris' });
    expect(paris.until).toBe('2027-06-01T07:30:00.000Z');
    for (const words of paris.words) expect(words).toContain('until 2027-06-01 09:30 GMT+2');
  });

  it('without a time is the end of that day, as on the page', async () => {
    const newYork = await asked('2026-12-01', {});
    expect(newYork.until).toBe('2026-12-02T05:00:00.000Z');
    for (const words of newYork.words) expect(words).toContain('until the end of 2026-12-01 EST');
  });

  it('with an offset is the exact moment', async () => {
    expect((await asked('2026-12-01T09:00:00Z', {})).until).toBe('2026-12-01T09:00:00.000Z');
    expect((await asked('2026-12-01T09:00:00+09:00', {})).until).toBe('2026-12-01T00:00:00.000Z');
  });

  it.each([
    '2027-02-30',
    '2026-12-01T25:00',
    'Dec 1, 2026',
    'tomorrow',
    '2026-01-01',
  ])('is refused with advice if it is %s', async (until) => {
    const office = await openOffice();
    const program = office.parts() as unknown as Program;
    const words = /--until takes a future day or time, such as 2026-12-01.*America\/New_York/;
    await expect(mute(program, 'widget', { until, why: 'talks' })).rejects.toThrow(words);
    await expect(pause(program, 'widget', { until })).rejects.toThrow(words);
  });
});
