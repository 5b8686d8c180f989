import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readSheet } from '../../../src/watches/sheet/readSheet.ts';

it('a workbook that unpacks to more than any sheet is refused before it is unpacked', async () => {
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(1024 * 1024);
  await expect(readSheet(bomb)).rejects.toMatchObject({ code: 'usage.sheet' });
  // As a bomb says that it is small.
  const central = Buffer.from(bomb).indexOf('PK\x01\x02', 0, 'latin1');
  const liar = Buffer.from(bomb);
  liar.writeUInt32LE(1000, 22);
  liar.writeUInt32LE(1000, central + 24);
  await expect(readSheet(liar)).rejects.toMatchObject({ code: 'usage.sheet' });
});
