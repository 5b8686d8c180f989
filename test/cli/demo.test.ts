import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../runHere.ts';
import { readStoryEnd, storyFolder } from '../web/demoWorld.ts';
import { expectStory } from './expectStory.ts';

it('a demo that cannot write says where it failed and what to do', async () => {
  const folder = join(import.meta.filename, 'demo-output');
  expect(await runHere(['demo', '--folder', folder])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^The demo cannot write: .*demo-output.*\. Choose a folder that you can write to with --folder\.\n$/,
    ),
  });
});

it('the demo alerts a new case, a ruling, a deadline, a renewal, another holder and new pictures', async () => {
  await expectStory(readStoryEnd(), storyFolder);
});
