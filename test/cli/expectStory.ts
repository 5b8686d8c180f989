import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import type { StoryEnd } from '../../src/cli/demo.ts';

/**
 * Expects one alert of the baseline and one of changes to each channel. The last mail has a new case, a ruling, a
 * deadline, a renewal, another holder, new pictures, and a design similar to an own one.
 * @param folder the folder of the demo, with its mails
 */
export async function expectStory({ alerts }: StoryEnd, folder: string): Promise<void> {
  expect(alerts.map(({ channel }) => channel).sort()).toEqual(['brand', 'brand', 'counsel', 'counsel']);
  const subjects = alerts.map(({ subject }) => subject);
  expect(subjects.slice(0, 2).every((subject) => subject.startsWith('[SANDBOX] Now watching '))).toBe(true);
  expect(subjects.some((subject) => subject.startsWith('[SANDBOX] NEW CASE: '))).toBe(true);

  const mails = readdirSync(join(folder, 'mail')).sort();
  const { text = '', html } = await simpleParser(readFileSync(join(folder, 'mail', mails.at(-1) ?? '')));
  const said = text.replace(/\s+/g, ' ');
  expect(said).toMatch(/ New case Court: /);
  expect(said).toContain('COMPLAINT ');
  expect(said).toMatch(/\b(DISMISSED|DENIED|GRANTED)\b/);
  // The text names what is due, not the paper that sets the day.
  expect(said).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4} (\(was [^)]*\) )?[A-Z][\w ]* due( \((?!requested)[^)]*\))?, /);
  expect(said).toMatch(/Renewed to [A-Z]/);
  expect(said).toContain('Holder added: Rival Brands B.V.');
  expect(said).toContain('Pictures changed');
  // Rival's new bottle at the Hague is drawn after Widget's own bottle.
  expect(html).toMatch(/Very similar to your DM\/949700 \(likeness 0\.[89]\d\)/);
  expect(html).toMatch(/<img[^>]* src="data:image\/png;base64,/);
}
