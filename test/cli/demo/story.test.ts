import { it } from 'vitest';
import { readStoryEnd } from '../../web/demoWorld.ts';
import { expectStory } from './expectStory.ts';

it('the story has a new case, a decision, a deadline, a renewal, another holder and new pictures, in this order', () => {
  expectStory(readStoryEnd());
});
