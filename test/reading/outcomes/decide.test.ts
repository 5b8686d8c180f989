import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/reading/outcomes/readOutcome.ts';
import { outcomeRules, type Said } from '../../../src/reading/outcomes/saidOutcomes.ts';
import { type EntryOutcome, entryOutcomes } from '../../../src/records/docket.ts';

/** Returns what was said, in this order. A rule is named by its outcome, or by `outcome: phrase`. */
function saidOf(...names: readonly string[]): Said {
  return new Map(
    names.map((name) => {
      const rule = outcomeRules.find((each) => each.name.startsWith(name.includes(':') ? name : `${name}: `));
      if (!rule) throw new Error(`no rule ${name}`);
      return [rule.sense, rule] as const;
    }),
  );
}

const adopting = 'granted: (adopting';
const soOrdered = 'granted: so ordered';
const overruled = 'denied: (overrul';

describe('several words of decision', () => {
  it.each<[said: string[], body: string, outcome: EntryOutcome | undefined, by?: EntryOutcome]>([
    [[], '', undefined],
    [['granted'], '', 'granted'],
    [['denied'], '', 'denied'],
    [['moot'], '', 'moot'],
    [['withdrawn'], '', 'withdrawn'],
    [['deferred'], '', 'deferred'],
    [['dismissed'], '', 'dismissed'],
    [['reversed'], '', 'reversed'],
    [['granted in part', 'denied', 'dismissed', 'moot'], '', 'granted in part'],
    [['granted', 'denied'], '', 'granted in part', 'granted'],
    [['granted', 'moot'], '', 'granted in part', 'granted'],
    [['granted', 'reversed'], '', 'granted'],
    [['reversed', 'denied'], '', 'reversed'],
    [['denied', 'moot'], '', 'denied'],
    [['moot', 'withdrawn', 'deferred'], '', 'moot'],
    [['deferred', 'withdrawn'], '', 'withdrawn'],
    [[soOrdered], '', 'granted'],
    [[soOrdered, 'denied'], '', 'denied'],
    [[soOrdered, 'deferred'], '', 'deferred'],
    [[adopting, overruled], '', 'granted'],
    [[overruled, adopting], '', 'granted'],
    [[adopting, 'denied: (denying'], '', 'granted'],
    [['denied: (denying', adopting], '', 'denied'],
    [['moot', adopting, 'denied: (denying'], '', 'granted'],
    [['granted: (granting', overruled], '', 'granted in part', 'granted'],
    [['dismissed', 'denied'], '', 'denied'],
    [['dismissed', 'denied'], 'dismissed in part and denied in part', 'dismissed'],
    [['dismissed', 'denied'], 'dismissed, in part, and denied in part', 'dismissed'],
    [['dismissed', 'granted'], 'motion to dismiss granted. the case is dismissed', 'granted'],
    [['dismissed', 'granted'], 'motion for summary judgment granted; dismissed', 'granted'],
    [['dismissed', 'granted'], 'motion for judgment on the pleadings granted; dismissed', 'granted'],
    [['dismissed', 'granted'], 'motion to compel granted; the case is dismissed', 'dismissed'],
    [['dismissed', 'granted'], 'unopposed motion to dismiss granted; the case is dismissed', 'dismissed'],
    [['dismissed', 'granted'], 'motion to dismiss granted; the appeal is dismissed', 'dismissed'],
    [['granted'], 'granting joint motion to dismiss', 'dismissed', 'granted'],
    [['granted'], 'granting the motion to voluntarily dismiss the appeal', 'dismissed', 'granted'],
    [['granted'], 'so ordered: notice of voluntary dismissal', 'dismissed', 'granted'],
    [['granted'], 'granting 5 motion to dismiss. the parties have settled', 'dismissed', 'granted'],
    [['granted'], 'a settlement was reached. motion to dismiss is granted', 'dismissed', 'granted'],
    [['granted'], 'granting 5 motion to dismiss', 'granted'],
    [['granted'], 'granting joint motion to compel', 'granted'],
    [['denied'], 'denying joint motion to dismiss', 'denied'],
  ])('%j in %j: %s', (said, body, outcome, by) => {
    expect(decide(saidOf(...said), body)).toEqual(outcome && { outcome, by: by ?? outcome });
  });

  it('decide as one of them, or as "granted in part" by the word that grants', () => {
    const some = fc.uniqueArray(fc.constantFrom(...entryOutcomes), { minLength: 1 });
    fc.assert(
      fc.property(some, (outcomes) => {
        const said = saidOf(...outcomes);
        const decided = decide(said, 'the motion');
        expect(decided && said.has(decided.by)).toBe(true);
        if (decided && decided.outcome !== decided.by)
          expect(decided).toEqual({ outcome: 'granted in part', by: 'granted' });
      }),
    );
  });

  it('are not changed by the decision', () => {
    const said = saidOf(soOrdered, 'denied');
    decide(said, '');
    expect([...said.keys()]).toEqual(['granted', 'denied']);
  });
});
