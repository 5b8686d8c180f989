import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares a text with its golden file. UPDATE_GOLDEN=1 writes the file instead, to be reviewed in the diff. */
export function expectGolden(file: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  const difference = `${file} differs: if that is intended, run the test with UPDATE_GOLDEN=1 and read the diff`;
  expect(text, difference).toBe(readFileSync(file, 'utf8'));
}
