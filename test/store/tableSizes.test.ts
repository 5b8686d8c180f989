import { expect, it } from 'vitest';
import { showDatabase } from '../../src/cli/database.ts';
import { linesOf } from '../../src/cli/output.ts';
import { tableSizes } from '../../src/store/condition.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { openOffice } from '../check/office.ts';

it('tableSizes gives the size of each table with its indexes, and its growth in the last 30 days', async () => {
  const office = await openOffice();
  const check = async (...entries: number[]) => {
    office.service.dockets = [docketWith(entries.map((number) => entryHit(number)))];
    await office.check();
  };
  await check(1);
  office.pass(100);
  await check(1, 2);
  await check(1, 2);
  const sizes = new Map((await tableSizes(office.store.db, office.now)).map((size) => [size.name, size]));
  expect([...sizes.keys()]).toEqual(expect.arrayContaining(['checks', 'entries', 'audit', 'watches']));
  expect([...sizes.keys()]).not.toContain('entry_words_data');
  const { rows, bytes, growthBytes } = sizes.get('checks') ?? expect.fail();
  expect(rows).toBe(3);
  expect(bytes).toBeGreaterThanOrEqual(8192);
  expect(growthBytes).toBe(Math.round((bytes * 2) / 3));
  expect(sizes.get('entries')).toMatchObject({ rows: 2 });
  expect(sizes.get('watches')?.growthBytes).toBeUndefined();

  const { words } = await showDatabase({ ...office.parts(), redact: (text) => text, close: async () => {} });
  const shown = linesOf(words).join('\n');
  expect(shown).toMatch(/^TABLE +SIZE +ROWS +GROWTH A MONTH$/m);
  expect(shown).toMatch(/^checks +\d+\.\d MB +3 +\d+\.\d MB$/m);
  expect(shown).toMatch(/^\d+\.\d MB in all; \d+\.\d MB of them in the last 30 days\.$/m);
});
