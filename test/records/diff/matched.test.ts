import { describe, expect, it } from 'vitest';
import type { Design } from '../../../src/records/design.ts';
import { headedBy, matchedBeside, matchedHolder, matchedIn } from '../../../src/records/diff/searchMatch.ts';
import { aDocket } from './dockets.ts';

const docket = aDocket({
  caseName: 'Widget Co. v. Doe',
  parties: ['Rivalry Sports', 'Rival Brands B.V.'],
  patentNumbers: ['US 6,834,603 B1', '7000000'],
});
const party = { what: 'party', name: 'Rival Brands B.V.' };

describe('the reason why a watch found a case', () => {
  it('is the party of the watch, preferably as a whole word, and its patent', () => {
    const watches = [{ asksFor: ['Rival'] }, { asksForPatents: ['70 000 00'] }];
    expect(matchedIn(docket, watches)).toEqual([party, { what: 'patent', name: '7000000' }]);
    expect(matchedIn(docket, [{ asksFor: ['Rivalr'] }])).toEqual([{ what: 'party', name: 'Rivalry Sports' }]);
    expect(matchedIn(docket, [{ asksFor: ['Acme'], asksForPatents: ['1'] }, {}])).toEqual([]);
    expect(matchedIn(aDocket({ parties: undefined, patentNumbers: undefined }), watches)).toEqual([]);
  });

  it('is named beside the case if neither the case name nor the only watch says it', () => {
    const asked = { asksFor: ['Rival'] };
    expect(matchedBeside(docket, [asked])).toEqual([party]);
    expect(matchedBeside({ ...docket, caseName: 'Widget Co. v. RIVAL' }, [asked])).toEqual([]);
    expect(matchedBeside({ ...docket, caseName: undefined }, [asked])).toEqual([party]);
    const patent = { asksFor: [], asksForPatents: ['7000000'] };
    expect(matchedBeside(docket, [{ asksFor: [] }])).toEqual([]);
    expect(matchedBeside(docket, [patent])).toEqual([]);
    expect(matchedBeside(docket, [patent, patent])).toHaveLength(1);
    expect(matchedBeside(docket, [{ ...patent, asksForPatents: ['7000000', '1'] }])).toHaveLength(1);
    expect(matchedBeside(docket, [{ ...patent, asksFor: ['Acme'] }])).toHaveLength(1);
  });
});

describe('the holder by which a watch found a design', () => {
  const design: Design = { type: 'design', key: 'x', source: 'HAGUE', holders: ['Acme AG', 'Rival GmbH', 'Flask SA'] };

  it('is the holder that the watch asks for', () => {
    expect(matchedHolder(design, [{ asksFor: ['rival'] }])).toEqual({ name: 'Rival GmbH', asked: 'rival' });
    expect(matchedHolder(design, [{}])).toBeUndefined();
    expect(matchedHolder(docket, [{ asksFor: ['rival'] }])).toBeUndefined();
  });

  it('comes first in its messages', () => {
    const matched = { name: 'Rival GmbH', asked: 'rival' };
    expect(headedBy(design, matched).holders).toEqual(['Rival GmbH', 'Acme AG', 'Flask SA']);
    expect(headedBy({ ...design, holders: undefined }, matched).holders).toEqual(['Rival GmbH']);
    expect(headedBy(design, undefined)).toBe(design);
    expect(headedBy(docket, matched)).toBe(docket);
  });
});
