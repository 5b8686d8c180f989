import { describe, expect, it } from 'vitest';
import { firstMatch, rules } from '../../src/reading/rule.ts';

/** Returns the part of the text that a rule with this phrase finds first. */
function found(phrase: string, text: string): string | undefined {
  const match = firstMatch(text, rules('sense')(Object.assign([`${phrase} → x`], { raw: [] })));
  return match && text.slice(match.start, match.end);
}

describe('the language of the rules', () => {
  it.each([
    ['notice of appeal', 'a notice of appeal', 'notice of appeal'],
    ['notice of appeal', 'notice of-appeal', 'notice of-appeal'],
    ['notice of appeal', 'notices of appeal', undefined],
    ['order', 'reorder, disorder and order', 'order'],
    ['(motion|request) to stay', 'request to stay', 'request to stay'],
    ['[joint] motion', 'a joint motion', 'joint motion'],
    ['[joint] motion', 'a motion', 'motion'],
    ['motion [to stay]', 'motion to stay', 'motion to stay'],
    ['dismiss*', 'dismissing it', 'dismissing'],
    ['(dismiss|strik)* it', 'striking it', 'striking it'],
    ['(dismiss|strik) it', 'striking it', undefined],
    ['[dismiss|strik] it', 'striking it', 'it'],
    ['motion … stay', 'motion by the defendant to stay', 'motion by the defendant to stay'],
    ['motion … stay', 'motion 1 2 3 4 5 6 7 8 9 10 11 stay', undefined],
    ['count #', 'count 12', 'count 12'],
    ['# motion', 'granting 12 motion', '12 motion'],
    ['# motion', 'granting #12 motion', '#12 motion'],
    ['rule #', 'rule 26(f)', 'rule 26(f)'],
  ])('%s, in "%s": %s', (phrase, text, words) => {
    expect(found(phrase, text)).toBe(words);
  });

  it.each(['(motion', 'motion)', '[motion', '[motion)'])('rejects %s', (phrase) => {
    expect(() => found(phrase, 'motion')).toThrow(`unbalanced phrase: ${phrase}`);
  });

  it('prefers the longer match of two rules that begin at the same word, and else the first rule', () => {
    const one = rules('one')`motion … stay → x`;
    const two = rules('two')`motion to stay → x`;
    const same = rules('same')`motion to stay → x`;
    const first = (...some: (typeof one | typeof two | typeof same)[]) =>
      firstMatch<string>('motion to stay', some.flat())?.rule.sense;
    expect([first(one, two), first(two, same), first(same, two)]).toEqual(['two', 'two', 'same']);
  });
});
