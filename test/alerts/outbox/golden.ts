import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, 'golden');

/** Compares a message with its golden file. UPDATE_GOLDEN=1 writes the file instead, to be reviewed in the diff. */
export async function expectGolden(name: string, message: string): Promise<void> {
  const file = join(folder, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    await mkdir(folder, { recursive: true });
    await writeFile(file, message);
    return;
  }
  const golden = await readFile(file, 'utf8').catch(() => '');
  expect(message, `${name} differs: when that is meant, run the tests with UPDATE_GOLDEN=1 and read the diff`).toBe(
    golden,
  );
}
