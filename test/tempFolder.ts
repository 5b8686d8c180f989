import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder for one test, and removes it after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
