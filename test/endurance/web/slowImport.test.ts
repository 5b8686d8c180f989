import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serveOffice } from '../../web/serveOffice.ts';
import { upload } from '../../web/upload.ts';
import { wordsOf } from '../../web/wordsOf.ts';

it('the import of watches accepts a file over a slow connection', async () => {
  const { url } = await serveOffice();
  let pauses = 0;
  const onTheWay = async () => {
    if (pauses === 0) await pause(12_000);
    pauses += 1;
  };
  const { status, text } = await upload(url, 'Name,Company,Schedule\nAcme,Acme Tools,0 9 * * 5\n', { onTheWay });
  expect(pauses).toBeGreaterThan(0);
  expect([status, wordsOf(text).includes('Acme')]).toEqual([200, true]);
});
