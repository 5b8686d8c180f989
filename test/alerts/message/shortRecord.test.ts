import { expect, it } from 'vitest';
import {
  captionsOf,
  placesOf,
  recordName,
  shortParty,
  shortPartyOf,
} from '../../../src/alerts/message/words/recordWords.ts';
import type { Design } from '../../../src/records/design.ts';
import type { Docket } from '../../../src/records/docket.ts';
import { placeBesideTitle, recordTitle } from '../../../src/records/record.ts';

const design: Design = { type: 'design', key: 'JPID.1700002', source: 'JPID', registrationNumber: '1700002' };
const docket = (caseName: string, docketNumber = '1:26-cv-00504'): Docket => {
  return { type: 'docket', key: '1', docketNumber, courtId: 'txwd', caseName };
};

it('a design is named by its holder and product if the register shows them, else by register and number', () => {
  expect(recordName({ ...design, holders: ['Rival AG'], products: ['Bottle'] })).toBe('Rival – Bottle (JPID 1700002)');
  expect(recordName(design)).toBe('JPID 1700002');
});

it('a design of two holders has the names of both wherever there is room, and of one with a number otherwise', () => {
  const of = (...holders: string[]): Design => ({ ...design, holders, products: ['Bottle'] });
  const two = of('Rivalry Sports', 'Rival Brands B.V.');
  expect(recordTitle(two)).toBe('Rivalry Sports and Rival Brands B.V. – Bottle');
  expect(recordName(two)).toBe('Rivalry Sports and Rival Brands – Bottle (JPID 1700002)');
  expect(captionsOf(two)).toEqual(['Rivalry Sports – Bottle', 'Rivalry Sports']);
  expect(recordTitle(of('Rivalry Sports', 'Rival Brands B.V.', 'Acme'))).toBe('Rivalry Sports and 2 more – Bottle');
  const long = 'Rivalry Sports Equipment Manufacturing';
  expect(recordTitle(of(long, long.toUpperCase()))).toBe('Rivalry Sports Equipment… and 1 more – Bottle');
});

it('a record without a name is headed by its number once, with its court or register', () => {
  const bare: Docket = { type: 'docket', key: '77' };
  const headings = [bare, docket(''), docket('A v. B'), design].map((one) => [recordTitle(one), placeBesideTitle(one)]);
  expect(headings).toEqual([
    ['docket 77', ''],
    ['1:26-cv-00504', 'W.D. Tex.'],
    ['A v. B', 'W.D. Tex. 1:26-cv-00504'],
    ['1700002', 'JPID'],
  ]);
});

it.each([
  ['Widget Co., Inc. v. Rival Industries  LLC', ['Widget v. Rival Industries', 'Widget v. Rival', 'Widget…Rival']],
  ['Rival GmbH & Co. KG v. Holeno Packaging Co., Ltd.', ['Rival v. Holeno Packaging', 'Rival…Packaging']],
  ['Moss and Company v. Tell & Co., Inc.', ['Moss v. Tell', 'Moss…Tell']],
  [
    'The Norvane Medical Devices Company v. St. Clair Group',
    ['The Norvane Medical Devices v. St. Clair Group', 'Norvane v. St. Clair', 'Norvane…Clair'],
  ],
  [
    'Widget Machine Works v. Rival Consumer Packaging Northern Europe Holdings, Inc.',
    ['Widget Machine Works v. Rival Consumer … Holdings', 'Widget v. Rival Consumer … Europe', 'Widget…Europe'],
  ],
  ['Widget Co. v. Falling Sports S.r.l.', ['Widget v. Falling Sports', 'Widget…Sports']],
  ['In re Holstead Antitrust', ['In re Holstead Antitrust', 'Holstead Antitrust']],
  [`Widget${' '.repeat(200_000)}Inc. vs. Rival AG, et al.`, ['Widget v. Rival', 'Widget…Rival']],
  ['', ['']],
])('the captions of a case name its parties in full, without common words, and by their ends: %#', (name, captions) => {
  expect(captionsOf(docket(name))).toEqual(captions);
});

it('the short name of a party cuts no word', () => {
  expect(shortParty('International Consolidated Bottling and Packaging Machinery Works, Inc.')).toBe(
    'International Consolidated',
  );
});

it.each([
  ['Rival GmbH', 'Rival GmbH'],
  ['rival gmbh', 'rival gmbh'],
  ['Rival Industries, Inc.', 'Rival Industries'],
  ['Widget Co.', 'Widget'],
  ['Kelmont International Beverage Bottling, LLC', 'Kelmont International … LLC'],
])('the short name of a party keeps its legal form if another name in the case is as short: %s', (party, short) => {
  const long = 'Kelmont International Beverage Bottling';
  const parties = ['Widget Co.', 'Rival Industries, Inc.', 'Rival GmbH', `${long}, LLC`, `${long} S.A.`];
  expect(shortPartyOf({ ...docket('Widget Co. v. Rival Industries, Inc., et al.'), parties }, party)).toBe(short);
  const alone = { ...docket(`Widget Co. v. ${party}, et al.`), parties: ['Widget Co.', party] };
  expect(shortPartyOf(alone, party)).toBe(shortParty(party));
});

it('the caption counts as a name in the case', () => {
  expect(shortPartyOf(docket('Widget Co. v. Rival'), 'Rival GmbH')).toBe('Rival GmbH');
});

it.each([
  ['1:26-cv-00504', '26-504'],
  ['6:26-cv-00504', '6:26-cv-504'],
  ['6:26-cv-45554', '6:26-cv-45554'],
  ['1:26-cr-00017', '26-cr-17'],
  ['24-1234', '24-1234'],
])('the number of a case is short as litigators write it: %s as %s', (number, spoken) => {
  expect(placesOf(docket('Widget v. Rival', number))).toEqual([`W.D. Tex. ${spoken}`, spoken]);
});
