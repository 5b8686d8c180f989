import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fatesOf, partDismissed } from '../../../src/reading/outcomes/partDismissed.ts';
import { saidIn } from '../../../src/reading/outcomes/saidOutcomes.ts';
import { explainReading, readEntry } from '../../../src/reading/readEntry.ts';
import type { EntryOutcome } from '../../../src/records/docket.ts';

const outcomeOf = (text: string): EntryOutcome | null => readEntry(text, '2026-11-21').outcome;

describe('the decision of a court', () => {
  it.each<[text: string, outcome: EntryOutcome | null]>([
    // Words that only a court says, in a paper of the court.
    ['MOTION to Dismiss granted by another court', null],
    ['ORDER TO SHOW CAUSE why the motion should not be granted', null],
    ['ORDER directing plaintiff to show cause; the request is granted', null],
    ['ORDER: the motion is granted. The plaintiff may show cause.', 'granted'],
    // Words that are not a decision.
    ['ORDER: the motion may be granted', null],
    ['ORDER: the motion will be denied', null],
    ['ORDER: whether the motion is granted is open', null],
    ['ORDER: if the motion is granted, reply', null],
    ['ORDER re 5 Order granting leave', null],
    ['ORDER pursuant to the order granting leave', null],
    ['ORDER: the previously granted leave ends', null],
    ['ORDER on letter seeking leave granted before', null],
    ['ORDER: the motion seeking clarification of our order is denied', 'denied'],
    ['ORDER: leave having been granted', null],
    ['ORDER: leave having been sought, the motion is granted', 'granted'],
    ['ORDER dismissing the appeal by 2/20, unless the appellant files', null],
    ['ORDER dismissing the appeal unless otherwise ordered', 'dismissed'],
    ['ORDER: unless called, nobody appears; granting 5 Motion', 'granted'],
    ['CONSENT JUDGMENT and order of Forfeiture re 12 MOTION for Forfeiture', null],
    ['ORDER setting hearing (related document(s) 19 Order Dismissing Case)', null],
    ['ORDER for Hearing on Motion approving the sale', null],
    ['ORDER for Hearing on Motion granting 5 Motion to Shorten', 'granted'],
    // Moot.
    ['ORDER denying as moot 5 Motion', 'moot'],
    ['ORDER: the motion is denied as moot', 'moot'],
    ['ORDER terminating 5 Motion as moot', 'moot'],
    ['ORDER: the case is dismissed as moot', 'dismissed'],
    ['ORDER: the petition is dismissed without prejudice as moot', 'dismissed'],
    ['ORDER: the motion in this case is dismissed as moot', 'moot'],
    ['ORDER: the motion to amend the complaint is dismissed as moot', 'moot'],
    ['ORDER: motions are denied as moot, and the counterclaims are dismissed as moot', 'dismissed'],
    ['ORDER denying 5 Motion; denying as moot 6 Motion', 'denied'],
    ['ORDER granting 5 Motion; finding as moot 6 Motion', 'granted in part'],
    // Deferred.
    ['ORDER: the motion is taken under advisement', 'deferred'],
    ['ORDER: motion hearing continued to 12/5/2026', null],
    ['ORDER: the motion is continued to 12/5/2026', 'deferred'],
    // Counts and sentences.
    ['JUDGMENT: Count 3 is dismissed', 'dismissed'],
    ['JUDGMENT: guilty of Count 1, 20 months; Count 3 is dismissed', null],
    // Agreements that are ordered.
    ['STIPULATION for more time. Signed by Judge A. B.', 'granted'],
    ['STIPULATED PROTECTIVE ORDER. Signed by Judge A. B. on 8/5/2026', 'granted'],
    ['CONFIDENTIALITY STIPULATION AND PROTECTIVE ORDER - Signed by Judge A. B.', 'granted'],
    ['Stipulated Protective Order', null],
    ['STIPULATION ORDER', null],
    ['SCHEDULING ORDER on the stipulation', null],
    ['Request for refund and Order thereon. Signed by Judge A. B.', 'granted'],
    // Signing.
    ['ORDER: file a report by 12/1/2026. SO ORDERED.', null],
    ['TEXT ORDER: file a report. SO ORDERED.', null],
    ['ORDER on the letter. SO ORDERED.', 'granted'],
    ['LETTER asking for time. SO ORDERED by Judge A. B.', 'granted'],
    // Recommendations.
    ['REPORT AND RECOMMENDATION that the motion should be denied', 'denied'],
    ['REPORT AND RECOMMENDATION that the motion be granted', 'granted'],
    ['ORDER that the motion should be denied', null],
    ['ORDER that this action is to be dismissed', 'dismissed'],
    ['ORDER that the motion be and hereby is GRANTED', 'granted'],
    ['ORDER: conditions approved by pretrial services', null],
    // Orders that do what is asked.
    ['ORDER on Motion to Continue: the hearing is continued to 12/5/2026', 'granted'],
    ['ORDER on Motion to Continue: the hearing stands', null],
    [
      `ORDER on ${'the papers of the parties, '.repeat(8)}Motion to Continue: the hearing is continued to 12/5/2026`,
      null,
    ],
    ['ORDER OF FORFEITURE re 12 MOTION for Forfeiture', 'granted'],
    ['ORDER OF TRANSFER re 12 MOTION for Counsel', null],
    ['Order Reinstating Case (related document 13 Motion to Reinstate Case)', 'granted'],
    ['Order Reinstating Case (related document 13 Motion to Dismiss Case)', null],
    // Higher courts.
    ['MANDATE of USCA: the judgment is reversed', 'reversed'],
    ['MANDATE of USCA: vacated and remanded', 'reversed'],
    ['MANDATE of USCA: affirmed', 'granted'],
    ["ORDER VACATING the court's order", 'reversed'],
    ['ORDER vacating the hearing', null],
    // Long directions.
    [`ORDER: ${'the parties shall confer. '.repeat(70)}The motion is granted.`, null],
  ])('%s: %s', (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome);
  });

  it('is none in a paper that no court wrote, whatever its words', () => {
    const papers = ['MOTION', 'RESPONSE to motion', 'REPLY', 'BRIEF in support', 'COMPLAINT', 'NOTICE of appearance'];
    const words = [
      'is granted',
      'is denied',
      'dismissed',
      'taken under advisement',
      'withdrawn',
      'as moot',
      'reversed',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...papers), fc.constantFrom(...words), (paper, said) => {
        expect(outcomeOf(`${paper} about a motion that ${said}`)).toBeNull();
      }),
    );
  });

  it('does not depend on capitals or blanks', () => {
    const texts = ['ORDER granting 5 Motion to Stay', 'ORDER: the motion is denied', 'ORDER dismissing the case'];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.integer({ min: 1, max: 5 }), fc.boolean(), (text, blanks, loud) => {
        const written = (loud ? text.toUpperCase() : text).replaceAll(' ', ' '.repeat(blanks));
        expect(outcomeOf(written)).toBe(outcomeOf(text));
      }),
    );
  });
});

it.each([
  ['ORDER granting 5 Motion and approving 6 Stipulation', 'granted: (granting|granted|grants|grant)'],
  ['ORDER denying as moot 5 Motion to Stay and overruling 6 Objection', 'denied: (overrul*|rejecting)'],
  ['ORDER of Forfeiture re 12 MOTION for Forfeiture', 'granted: an order that does what the motion asks'],
])('explainReading names the rule of the outcome: %s', (text, rule) => {
  expect(explainReading(text, '2026-11-21').outcome?.rule).toBe(rule);
});

it('a motion to dismiss a part has not dismissed the part', () => {
  const text = 'MOTION to Dismiss Counts II and III by Rival Inc.';
  expect(partDismissed(readEntry(text, '2026-11-21'), text)).toBe('');
});

it.each([
  'so ordered. granting 5 motion',
  'granting 5 motion. so ordered',
])('a formula names no rule if other words decide: %s', (text) => {
  expect(saidIn(text).get('granted')?.name).toBe('granted: (granting|granted|grants|grant)');
});

it('fatesOf describes in its own words what became of a paper', () => {
  const moot = { outcome: 'moot', done: 'MOOT', does: 'Finds moot' };
  expect(fatesOf('ORDER finding as moot 5 Motion to Stay')).toEqual([{ number: '5', paper: 'motion', ...moot }]);
});
