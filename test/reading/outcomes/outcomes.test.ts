import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fatesOf, partDismissed } from '../../../src/reading/outcomes/partDismissed.ts';
import { saidIn } from '../../../src/reading/outcomes/saidOutcomes.ts';
import { explainReading, readEntry } from '../../../src/reading/readEntry.ts';
import { withoutInnerMotion } from '../../../src/reading/rule.ts';
import type { EntryOutcome } from '../../../src/records/docket.ts';

const outcomeOf = (text: string): EntryOutcome | null => readEntry(text, '2026-11-21').outcome;

describe('the decision of a court', () => {
  it.each([
    [
      'an order on a motion after the papers of the parties',
      `ORDER on ${'the papers of the parties, '.repeat(8)}Motion to Continue: the hearing is continued`,
    ],
    ['a decision after long directions', `ORDER: ${'the parties shall confer. '.repeat(70)}The motion is granted.`],
  ])('is not read from %s', (_name, text) => {
    expect(outcomeOf(text)).toBeNull();
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
  'granted',
  'allowed',
  'approved',
  'denied',
  'sustained',
  'adopted',
])('a negated %s decides nothing', (verb) => {
  for (const not of ['not', 'never', 'not hereby', 'hereby not', 'not yet', 'not so', 'neither', 'not otherwise'])
    expect(outcomeOf(`ORDER: the motion is ${not} ${verb}.`), not).toBeNull();
});

it('a motion in each of several decisions is read without the motion that it is about', () => {
  const each = 'motion for leave to file motion to stay';
  expect(withoutInnerMotion(`${each}; ${each}`, true)).not.toContain('stay');
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

it.each<[text: string, fates: Record<string, string>]>([
  ['The Court DENIES 45 and takes 52 under advisement.', { 45: 'DENIED', 52: 'DEFERRED' }],
  ['Court denied 45, 46 and took [52] under submission', { 45: 'DENIED', 46: 'DENIED', 52: 'DEFERRED' }],
  ['ORDER granting 45 Motion to Seal; deferring ruling on 52 Motion', { 45: 'GRANTED', 52: 'DEFERRED' }],
  ['ORDER: The court grants 30 days to answer 12 Motion', {}],
  ['ORDER that neither grants nor denies 45', {}],
  ['the motion, set for 6/12/26, is taken under submission', {}],
  ['45, 46 GRANTED; 47 DENIED; 48 under advisement', { 45: 'GRANTED', 46: 'GRANTED', 47: 'DENIED', 48: 'DEFERRED' }],
  ['ORDER granting 61; terminating 45', { 61: 'GRANTED', 45: 'TERMINATED' }],
  ['ORDER: the motion to continue the November 12, 2026 trial is denied', {}],
  ['ORDER: 45 Motion to Stay may be DENIED', {}],
  ['61 Motion to Stay pending resolution of 45 Motion to Dismiss is granted', { 61: 'GRANTED' }],
  ['33 Motion to Dismiss is GRANTED as to Count II and DENIED as to Count I', {}],
  [
    '310 Motion for New Trial: DENIED; 315 Motion for Damages: GRANTED-IN-PART',
    { 310: 'DENIED', 315: 'GRANTED IN PART' },
  ],
  ['The Court GRANTS D.I. 45 and DENIES D.I. 47', { 45: 'GRANTED', 47: 'DENIED' }],
  ['ECF No. 45 and ECF No. 46 are GRANTED', { 45: 'GRANTED', 46: 'GRANTED' }],
  ['ORDER granting 45 Motion in Limine and 46 Motion in Limine', { 45: 'GRANTED', 46: 'GRANTED' }],
  ['Motion to Seal (D.I. 45) and Motion to Stay (D.I. 46) are denied', { 45: 'DENIED', 46: 'DENIED' }],
  ['the petition under 28 U.S.C. § 1453(c) is denied', {}],
  ['ORDER granting motion to convert (related document # 28) Trustee Ada Moss terminated.', {}],
])('fatesOf tells the papers of %j apart', (text, fates) => {
  expect(Object.fromEntries(fatesOf(text))).toEqual(fates);
});

it('fatesOf describes in its own words what became of a paper', () => {
  expect(fatesOf('ORDER finding as moot 5 Motion to Stay')).toEqual(new Map([['5', 'MOOT']]));
});
