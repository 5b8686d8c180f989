import { describe, expect, it } from 'vitest';
import { isTrialCourt, shortCourt } from '../../src/records/courts.ts';

describe('the short form of a court', () => {
  it.each([
    ['ded', 'D. Del.'],
    ['txed', 'E.D. Tex.'],
    ['nysd', 'S.D.N.Y.'],
    ['dcd', 'D.D.C.'],
    ['prd', 'D.P.R.'],
    ['deb', 'Bankr. D. Del.'],
    ['cacb', 'Bankr. C.D. Cal.'],
    ['neb', 'Bankr. D. Neb.'],
    ['ca2', '2d Cir.'],
    ['ca9', '9th Cir.'],
    ['cafc', 'Fed. Cir.'],
    ['cadc', 'D.C. Cir.'],
    ['jpml', 'J.P.M.L.'],
    ['DED', 'D. Del.'],
  ])('names %s %s', (id, short) => expect(shortCourt(id, 'U.S. District Court somewhere')).toBe(short));

  it('is the name of an unknown court, without U.S. in front', () => {
    expect(shortCourt('xx', 'U.S. Court of Private Land Claims')).toBe('Court of Private Land Claims');
    expect(shortCourt(undefined, 'Superior Court of Nowhere')).toBe('Superior Court of Nowhere');
  });

  it.each(['constructor', 'valueof', '__proto__', 'tostring'])('does not treat the id %s as a court', (id) => {
    expect(shortCourt(id, 'A Court')).toBe('A Court');
    expect(isTrialCourt(id)).toBe(false);
  });

  it('falls back to the id, and then to an empty text', () => {
    expect(shortCourt('xx', '')).toBe('xx');
    expect(shortCourt(undefined, undefined)).toBe('');
  });
});
