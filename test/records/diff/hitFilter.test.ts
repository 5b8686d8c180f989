import { describe, expect, it } from 'vitest';
import type { Design } from '../../../src/records/design.ts';
import { passesFilter, passesWholeWord } from '../../../src/records/diff/searchMatch.ts';
import { aDocket } from './dockets.ts';

const design = (fields: Partial<Design>): Design => ({ type: 'design', key: 'HAGUE.DM/1', source: 'HAGUE', ...fields });

describe('whole words', () => {
  it.each([
    ['Rival', 'RIVAL, Inc.'],
    ['Rival', 'Rival GmbH & Co. KG'],
    ['Rival Inc', 'Rival Incorporated'],
    ['Société Rivale', 'SOCIETE RIVALE SA'],
    ['rival bottles', 'The Rival-Bottles Company'],
    ['ライバル', '株式会社ライバル製作所'],
    ['华为', '华为技术有限公司'],
  ])('%s is in %s', (hol, holder) => {
    expect(passesWholeWord({ source: 'HAGUE', hol }, design({ holders: ['Other AG', holder] }))).toBe(true);
  });

  it.each([
    ['DOK', 'Hatsudoki K.K.'],
    ['Rival', 'Arrivals Ltd.'],
    ['Rival Bottles', 'Rival Glass Bottles'],
    ['Bottles Rival', 'Rival Bottles'],
  ])('%s is not in %s', (hol, holder) => {
    expect(passesWholeWord({ source: 'HAGUE', hol }, design({ holders: [holder] }))).toBe(false);
  });

  it('are looked for in products and parties, too', () => {
    expect(passesWholeWord({ prod: 'bottle' }, design({ products: ['Bottle for perfume'] }))).toBe(true);
    expect(passesWholeWord({ prod: 'bottle' }, design({ products: ['Bottleneck'] }))).toBe(false);
    expect(passesWholeWord({ companyName: 'Rival' }, aDocket())).toBe(true);
    expect(passesWholeWord({ companyName: 'Riv' }, aDocket())).toBe(false);
  });

  it('must match both holder and product when the query has both', () => {
    const record = design({ holders: ['Rival AG'], products: ['Cap'] });
    expect(passesWholeWord({ hol: 'Rival', prod: 'cap' }, record)).toBe(true);
    expect(passesWholeWord({ hol: 'Rival', prod: 'bottle' }, record)).toBe(false);
    expect(passesWholeWord({ hol: 'Rival', prod: 'bottle' }, { ...record, products: [] })).toBe(true);
  });

  it('exclude nothing that they cannot judge', () => {
    expect(passesWholeWord({ hol: 'Rival' }, design({}))).toBe(true);
    expect(passesWholeWord({ lcs: '09-01' }, design({ holders: ['Other'] }))).toBe(true);
    expect(passesWholeWord({ hol: ' ' }, design({ holders: ['Other'] }))).toBe(true);
  });
});

describe('the courts of a watch', () => {
  const inDelaware = { courts: ['ded'], wholeWord: false };
  it.each([
    ['ded', true],
    [' DED ', true],
    ['txed', false],
    ['', true],
    [undefined, true],
  ])('admit a case of court %j: %s', (courtId, passes) => {
    expect(passesFilter(inDelaware, {}, aDocket({ courtId }))).toBe(passes);
  });
});
