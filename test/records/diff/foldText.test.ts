import { describe, expect, it } from 'vitest';
import { foldText, wordsOf } from '../../../src/records/diff/comparableEntry.ts';

describe('folding text for comparing', () => {
  it.each([
    ['blanks and brackets', 'document(s) 612 )', 'document(s)612)'],
    ['case', 'ORDER granting Motion', 'Order Granting MOTION'],
    ['named and numeric entities', 'Rival&#039;s &amp; Widget&rsquo', "Rival's & Widget&rsquo"],
    ['no-break spaces and control characters', 'Widget\u00a0Co.\u0007', 'Widget Co.'],
    ['accents, composed or not', 'Société Généra\u0301le', 'Societe Generale'],
    ['German sharp s', 'Hauptstraße', 'HAUPTSTRASSE'],
    ['quotation marks that were garbled', 'The Governmentâ€™s motion', 'The Government’s motion'],
    ['full-width letters', 'ＡＢＣ１２', 'abc12'],
  ])('treats as equal what differs in %s', (_, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it.each([
    ['another number', 'Receipt 616438', 'Receipt 616439'],
    ['another word', 'Order granting motion', 'Order denying motion'],
    ['Japanese voicing', 'バル', 'ハル'],
    ['another syllable', '가구', '각구'],
    ['punctuation where there is nothing else', '---', '***'],
  ])('distinguishes what differs in %s', (_, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('gives words in order', () => {
    expect(wordsOf('MOTION to Compel (Doe, Jane) 12-3')).toEqual(['motion', 'to', 'compel', 'doe', 'jane', '12', '3']);
  });
});
