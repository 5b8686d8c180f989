import { expect, it } from 'vitest';
import type { EntryReading, EntryType } from '../../src/reading/entryReading.ts';
import type { ReadEntry } from '../../src/store/snapshot/entriesTable.ts';
import { spansOf, timeline } from '../../src/web/pages/cases/timeline.ts';

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

it('entries are counted by month and type, months without one too', () => {
  const spans = spansOf([filed('2026-01-30', 'motion'), filed('2026-03-01', 'order'), filed('2026-03-02', 'order')]);
  expect(spans.map(({ name, counts }) => [name, Object.fromEntries(counts)])).toEqual([
    ['2026-01', { motion: 1 }],
    ['2026-02', {}],
    ['2026-03', { order: 2 }],
  ]);
});

it('many years are counted by quarter, more by year, and a day that is none not at all', () => {
  expect(spansOf([filed('2018-01-01', 'motion'), filed('2026-03-01', 'order')])[0]?.name).toBe('2018-Q1');
  expect(spansOf([filed('1990-01-01', 'motion'), filed('2026-03-01', 'order')])[0]?.name).toBe('1990');
  expect(spansOf([filed('', 'motion')])).toEqual([]);
});

it('the chart has a row for each type, the court’s first, with its number and its figures as text', async () => {
  const html = String(
    await timeline([filed('2026-01-30', 'motion'), filed('2026-03-01', 'order'), filed('2026-03-02', 'notice')]),
  );
  expect([...html.matchAll(/href="\?type=(\w+)#entries"/g)].map(([, type]) => type)).toEqual([
    'order',
    'motion',
    'notice',
  ]);
  expect(html).toContain('aria-label="motion: 1 entry from 2026-01 to 2026-03, 1 of them in 2026-01"');
  expect(html).toContain('<tr><td>2026-03</td><td>order 1, notice 1</td></tr>');
});
