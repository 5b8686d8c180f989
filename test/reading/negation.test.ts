import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';

const outcomeOf = (text: string) => readEntry(text, '2026-11-21').outcome;

const verbs = ['granted', 'allowed', 'approved', 'denied', 'sustained', 'adopted'];

describe('a negated word of decision decides nothing:', () => {
  it.each([
    'ORDER: The motion to dismiss is not granted at this time.',
    'ORDER: The motion to dismiss cannot be granted on this record.',
    'ORDER: The Court declines to grant the motion to dismiss.',
    'ORDER: the Court refuses to approve the settlement.',
    'ORDER: the motion to compel is hereby not allowed.',
    'ORDER: the motion to compel is not hereby allowed.',
    'ORDER. The motion to stay was not granted.',
    "ORDER. The motion to stay isn't granted.",
    'ORDER: the motion is neither granted nor denied.',
    'ORDER: the motion is not, at this time, granted or denied.',
    'ORDER: the Court does not grant the motion.',
    'ORDER: the Court is unable to grant the relief sought.',
    'ORDER: no further extensions are granted.',
    'ORDER: No further continuances will be granted.',
    'ORDER: the motion is no longer granted.',
    'ORDER: the case is not dismissed.',
    'ORDER: the Court declines to dismiss the case, and declines to deny the motion.',
    'ORDER: the Report and Recommendation is not adopted.',
    'ORDER: the judgment is not vacated; the sentence was never vacated.',
    'STIPULATION for extension of time. The stipulation is not approved. Signed by Judge A. B.',
    'ORDER on 7 Motion to Continue. The motion is not granted: the hearing is now continued to 12/5/2026.',
    'FINAL JUDGMENT: the defendant infringed the patent. All relief not specifically granted herein is DENIED.',
    'FINAL JUDGMENT in favor of the plaintiff. Any other requests for relief not granted are denied.',
  ])('%s', (text) => {
    expect(outcomeOf(text)).toBeNull();
  });

  it.each(verbs)('whatever the word is: %s', (verb) => {
    for (const not of ['not', 'never', 'not hereby', 'hereby not', 'not yet', 'not so', 'neither', 'not otherwise'])
      expect(outcomeOf(`ORDER: the motion is ${not} ${verb}.`), not).toBeNull();
  });

  it.each([
    ['ORDER: the motion is granted.', 'granted'],
    ['ORDER: no objection having been filed, the motion is GRANTED.', 'granted'],
    ['ORDER: not having been opposed, the motion is GRANTED.', 'granted'],
    ['ORDER: the motion is not opposed and is granted.', 'granted'],
    ['ORDER: not only is the motion timely, it is granted.', 'granted'],
    ['ORDER: the motion is not granted in full. It is DENIED.', 'denied'],
    ['ORDER: the motion to stay is not granted; the motion to seal is granted.', 'granted'],
    ['ORDER: the motion is denied without prejudice.', 'denied'],
    ['ORDER denying 12 Motion to Compel. Nothing further is granted.', 'denied'],
    ['Minute Entry for proceedings held on May 5, 2026. Motion to Compel is granted.', 'granted'],
    ['ORDER dated May 5, 2026 granting 12 Motion to Stay', 'granted'],
    ['FINAL JUDGMENT: the motion for default judgment is granted. All relief not granted is denied.', 'granted'],
  ])('but a word that is not negated decides: %s', (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome);
  });
});
