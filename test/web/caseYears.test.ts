import { expect, it } from 'vitest';
import type { EntryReading, EntryType } from '../../src/records/entryReading.ts';
import type { ReadEntry } from '../../src/store/snapshot/entriesTable.ts';
import { yearsPart } from '../../src/web/pages/cases/casePage.ts';

function filed(dateFiled: string, type: EntryType): ReadEntry {
  const entry = {
    documentNumber: '',
    description: '',
    documentHref: null,
    pdfUrl: '',
    patentNumbers: [],
    extraDocument: [],
  };
  const reading: EntryReading = { type, about: [], outcome: null, refersTo: [], dates: [] };
  return { seq: 1, entry: { ...entry, dateFiled }, reading } as ReadEntry;
}

it('a case says what was filed each year, the last year first, and leads to the entries of each type', async () => {
  const entries = [filed('2025-01-30', 'motion'), filed('2026-03-01', 'order'), filed('2026-03-02', 'order')];
  const html = String(await yearsPart([...entries, filed('', 'notice')]));
  expect([...html.matchAll(/<dt>(\d+)<\/dt><dd>.*?href="([^"]+)">([^<]+)</g)].map(([, ...shown]) => shown)).toEqual([
    ['2026', '?type=order#entries', 'order 2'],
    ['2025', '?type=motion#entries', 'motion 1'],
  ]);
  expect(String(await yearsPart([filed('', 'notice')]))).toBe('');
});
