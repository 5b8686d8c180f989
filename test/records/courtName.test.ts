import { expect, it } from 'vitest';
import { shortCourtName } from '../../src/records/courts.ts';

it.each([
  ['U.S. District Court for the Western District of Texas', 'W.D. Tex.'],
  ['U.S. District Court for the District of Delaware', 'D. Del.'],
  ['United States District Court for the Southern District of New York', 'S.D.N.Y.'],
  ['U.S. Bankruptcy Court for the Central District of California', 'Bankr. C.D. Cal.'],
  ['District Court for the District of Columbia', 'D.C.'],
  ['District of Utah', 'D. Utah'],
  ['Northern District of West Virginia', 'N.D. W. Va.'],
  ['U.S. Court of Appeals for the Federal Circuit', undefined],
  ['', undefined],
])('the short name of %s is %s', (name, short) => expect(shortCourtName(name)).toBe(short));
