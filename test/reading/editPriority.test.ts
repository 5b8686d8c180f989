import { expect, it } from 'vitest';
import { editPriority } from '../../src/reading/entryPriority.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

it.each([
  ['routine', 'Modified on 12/09/2025 (rmb).'],
  ['routine', 'Additional attachment(s) added on 12/09/2025.'],
  ['read', 'STRICKEN per order of the court.'],
  ['act', 'Responses due by 12/19/2025.'],
])('the edit of an entry is %s because of the text that it added: %s', (priority, added) => {
  const filed = '2025-11-20';
  expect(editPriority(added, readEntry(added, filed), filed)).toBe(priority);
});
