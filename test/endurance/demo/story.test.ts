import { join } from 'node:path';
import { it } from 'vitest';
import { openStory } from '../../../src/cli/demo.ts';
import { expectStory } from '../../cli/expectStory.ts';
import { byNight } from '../../runs.ts';
import { tempFolder } from '../../tempFolder.ts';

const configFile = join(process.cwd(), 'watches.yaml');

// `npm test` makes the story from one fixed time, and the demo itself from today.
it.skipIf(!byNight).each(['2026-11-21T09:00:00Z', '2027-02-02T17:30:00Z', '2029-07-13T23:59:00Z'])(
  'the story has all its news when it begins at %s',
  async (begins) => {
    const folder = tempFolder();
    const { end, close } = await openStory({ folder, configFile, say: () => {}, begins: new Date(begins) });
    await close();
    await expectStory(end, folder);
  },
);
