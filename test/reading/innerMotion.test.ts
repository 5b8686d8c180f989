import { describe, expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { readEntry } from '../../src/reading/readEntry.ts';
import { withoutInnerMotion } from '../../src/reading/rule.ts';
import type { EntryOutcome, EntryTopic } from '../../src/records/docket.ts';

type Line = readonly [text: string, about: readonly EntryTopic[], outcome: EntryOutcome | null];

const expectRead = (text: string, about: readonly EntryTopic[], outcome: EntryOutcome | null): void => {
  const reading = readEntry(text, '2026-11-21');
  expect({ about: reading.about.toSorted(), outcome: reading.outcome }).toEqual({ about: [...about].sort(), outcome });
};

describe('an order on a motion about another motion decides the outer one', () => {
  it.each<Line>([
    ['ORDER granting 12 Motion to Withdraw 10 Motion to Dismiss', ['dismissal'], 'withdrawn'],
    ['ORDER granting 12 Motion to Withdraw its 10 Motion for Summary Judgment', ['summary judgment'], 'withdrawn'],
    ['ORDER Granting Motion to Withdraw Motion for Relief from Stay (Related Doc # 27 )', ['stay'], 'withdrawn'],
    ['ORDER: the motion to withdraw the motion to dismiss is GRANTED.', ['dismissal'], 'withdrawn'],
    ['Motion to Withdraw 10 Motion to Compel is hereby granted. Signed by Judge A. B.', ['discovery'], 'withdrawn'],
    ['ORDER denying 12 Motion to Withdraw 10 Motion to Dismiss', [], 'denied'],
    ['ORDER granting 12 Motion for Leave to File Motion to Dismiss', [], 'granted'],
    ['ORDER granting 12 Motion for Leave to File a Motion for Summary Judgment', [], 'granted'],
    ['ORDER denying 12 Motion for Leave to File Motion for Reconsideration', [], 'denied'],
    ['ORDER granting 12 Motion for Leave to File Sur-Reply to 10 Motion to Dismiss', [], 'granted'],
    ['ORDER granting 12 Motion for Leave to Supplement 10 Motion for Preliminary Injunction', [], 'granted'],
    ['ORDER granting 12 Motion for Oral Argument on 10 Motion to Dismiss', [], 'granted'],
    ['ORDER granting 12 Motion for Joinder in 10 Motion to Dismiss', ['joinder'], 'granted'],
    ['ORDER granting 12 Motion to Strike 10 Motion to Dismiss', ['strike'], 'granted'],
    ['ORDER denying 12 Motion to Strike 10 Motion to Compel', ['strike'], 'denied'],
    ['ORDER granting 12 Motion to Seal 10 Motion for Summary Judgment', ['seal'], 'granted'],
    ['TEXT ORDER granting [657] Motion to Seal Motion for Downward Variance', ['seal'], 'granted'],
    ['ORDER granting 12 Motion to Unseal Motion to Transfer', ['seal'], 'granted'],
    ['ORDER granting 12 Motion to Expedite 10 Motion to Compel', ['scheduling'], 'granted'],
    ['ORDER granting 12 Motion to Stay 10 Motion for Class Certification', ['stay'], 'granted'],
    [
      'ORDER granting 12 Motion to Strike 10 Motion to Dismiss; denying 9 Motion to Seal',
      ['seal', 'strike'],
      'granted in part',
    ],
  ])('%s', expectRead);

  it.each<Line>([
    ['ORDER granting 12 Motion to Dismiss', ['dismissal'], 'granted'],
    ['ORDER granting 12 Motion to Withdraw as Attorney', ['representation'], 'granted'],
    ['ORDER granting 12 Motion to Withdraw Document', [], 'granted'],
    ['ORDER granting 12 Motion to Amend/Correct 10 Complaint', ['amendment'], 'granted'],
    ['ORDER granting 12 Motion to Seal; granting 13 Motion to Dismiss', ['dismissal', 'seal'], 'granted'],
    ['ORDER granting 12 Motion to Strike and granting 13 Motion to Compel', ['discovery', 'strike'], 'granted'],
    ['MOTION to Strike 10 Motion to Dismiss', ['strike'], null],
    ['MOTION for Leave to File Motion for Reconsideration', ['reconsideration'], null],
  ])('and other motions are read as before: %s', expectRead);

  it('without the inner motion in each decision that names one', () => {
    const each = 'motion for leave to file motion to stay';
    expect(withoutInnerMotion(`${each}; ${each}`, true)).not.toContain('stay');
  });

  it('and is never labeled as a decision on the inner motion', () => {
    for (const outer of ['Leave to File', 'Hearing on', 'Leave to File Response to', 'Argument on']) {
      const text = `ORDER granting 12 Motion for ${outer} Motion to Dismiss`;
      expect(entryLabel(readEntry(text), text)).toBe('ORDER · GRANTED');
    }
    const text = 'ORDER granting 12 Motion to Withdraw 10 Motion to Dismiss';
    expect(entryLabel(readEntry(text), text)).toBe('ORDER · motion to dismiss WITHDRAWN');
  });
});
