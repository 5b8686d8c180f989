import { expect } from 'vitest';
import { isNamedIn } from '../../../src/cli/demo/highlights.ts';
import type { StoryEnd } from '../../../src/cli/demo/story.ts';

/** A new case, a decision, a deadline, a renewal, another holder and new pictures, in this order, each named by a message. */
export function expectStory(story: StoryEnd): void {
  const kinds = ['New case', 'Decision', 'Deadline', 'Renewal', 'Holder change', 'Picture change'];
  expect(story.highlights.map(({ what }) => what)).toEqual(kinds);
  for (const highlight of story.highlights)
    expect(
      story.news.some(({ text }) => isNamedIn(text, highlight)),
      highlight.label,
    ).toBe(true);
  const mails = story.news.flatMap(({ mail }) => mail ?? []);
  expect(mails.join('')).toContain('src="data:image/png;base64,');
  expect(mails.join('')).not.toMatch(/<img[^>]* src="(?!data:)/);
  // Rival's new bottle at the Hague is drawn after Widget's own one.
  expect(mails.join('')).toMatch(/Very alike to your DM\/949700 \(likeness 0\.[89]\d\)/);
  const [newCase, , deadline, , , pictures] = story.highlights;
  expect(newCase?.says).toMatch(/^COMPLAINT /);
  // What is due, not the paper that says so.
  expect(deadline?.says).toMatch(/^[A-Z][a-z][^“]* due\b[^“]*, [A-Z][a-z]{2} \d{1,2}, \d{4}\. “/);
  for (const side of [pictures?.pictures?.before, pictures?.pictures?.after]) {
    expect(side?.length).toBeGreaterThan(0);
    for (const address of side ?? []) expect(story.pictures.get(address)).toMatch(/^data:image\/png;base64,/);
  }
}
