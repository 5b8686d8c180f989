import { expect, it } from 'vitest';
import { aboutWords } from '../../../src/alerts/message/changeItem.ts';
import { entry } from '../outbox/samples.ts';

const known = (
  [
    ['1', 'COMPLAINT for patent infringement against Rival, Inc.'],
    ['88', 'MOTION for Summary Judgment by Rival, Inc.'],
    // The outcome of an earlier order is not part of its name.
    ['128', 'ORDER granting 120 Motion'],
    ['204', 'REPORT AND RECOMMENDATION re 88 Motion to Dismiss: recommending that it be granted in part'],
  ] as const
).map(([documentNumber, description]) => entry({ documentNumber, description, dateFiled: '' }));

it('a note names three of the entries that an entry is about, each by its number and title', () => {
  const words = (namedEntries: typeof known) => aboutWords({ namedEntries }, { timezone: 'UTC' });
  expect(words(known)).toBe(
    'About D.I. 1, the complaint; D.I. 88, the motion for summary judgment; D.I. 128, the order and 1 more.',
  );
  expect(words(known.slice(3))).toBe('About D.I. 204, the report and recommendation on motion to dismiss.');
});
