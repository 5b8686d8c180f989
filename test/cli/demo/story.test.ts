import { it } from 'vitest';
import { readStoryEnd, storyFolder } from '../../web/demoWorld.ts';
import { expectStory } from './expectStory.ts';

it('the story has a new case, a ruling, a deadline, a renewal, another holder and new pictures, each in an alert', async () => {
  await expectStory(readStoryEnd(), storyFolder);
});
