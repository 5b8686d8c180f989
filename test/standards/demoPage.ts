import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeIndex } from '../../src/demo/indexPage.ts';
import { openStory } from '../../src/demo/story.ts';

const configFile = join(import.meta.dirname, '../../watches.yaml');

/** The page with which the demo ends, and what takes it away again. */
export async function makeDemoPage(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  const begins = new Date('2026-11-21T09:00:00Z');
  const { end, close } = await openStory({ folder, configFile, say: () => {}, begins });
  await close();
  const file = await writeIndex(end, folder, [{ what: 'Every change', command: 'tipstaff changes' }]);
  return { file, remove: () => rm(folder, { recursive: true }) };
}
