import { describe, expect, it } from 'vitest';
import { fullerName, isSameCompany } from '../../../src/records/diff/searchMatch.ts';

describe('two names of a firm', () => {
  it.each([
    ['Rival Bottles, Inc.', 'RIVAL  BOTTLES INC'],
    ['Rival Bottles Inc.', 'Rival Bottles Incorporated'],
    ['Rival GmbH', 'Rival Gesellschaft mit beschränkter Haftung'],
    ['Rival Co., Ltd.', 'Rival Company Limited'],
    ['Rival S.A.S.', 'Rival SAS'],
    ['Rival LLC', 'Rival L.L.C.'],
    ['Rival plc', 'Rival plc (formerly Rival Works)'],
    ['Rival GmbH & Co. KG', 'Rival GmbH & Co. KG, Hauptstraße 12, 70435 Stuttgart, DE'],
    ['Rival LLC, Portland, Oregon, US', 'Rival LLC Portland Oregon US'],
    ['Rival SA', 'Rival SA (Rival AG) (Rival Ltd.)'],
    ['株式会社ライバル', 'ライバル'],
    ['Rival Co., Ltd.', 'Rival Ltd.'],
    ['Rival GmbH', 'Rival'],
    ['Rival Kabushiki Kaisha', 'Rival Co., Ltd.'],
    ['Rival LLC', 'Rival Limited Liability Company'],
    ['Rival LLP', 'Rival Limited Liability Partnership'],
    ['Rival L.P.', 'Rival Limited Partnership'],
    ['Rival plc', 'Rival Public Limited Company'],
    ['Rival Pty Ltd', 'Rival Proprietary Limited'],
    ['Rival Pvt. Ltd.', 'RIVAL PRIVATE LIMITED'],
    ['Rival SARL', 'Rival Société à responsabilité limitée'],
    ['Rival S.L.', 'Rival Sociedad Limitada'],
    ['Rival B.V.', 'Rival Besloten Vennootschap'],
    ['Rival AB', 'Rival Aktiebolag'],
    ['Rival A/S', 'Rival Aktieselskab'],
    ['Rival Oy', 'Rival Osakeyhtiö'],
    ['Łódź Szkło S.A.', 'ŁÓDŹ SZKŁO SA, Łódź, PL'],
    ['Çınar Mobilya A.Ş.', 'ÇINAR MOBILYA A.Ş.'],
    ['Grün &amp; Söhne B.V.', 'Grün & Söhne B.V., Delft, NL'],
  ])('belong to one firm: %s, %s', (one, other) => {
    expect(isSameCompany(one, other)).toBe(true);
  });

  it.each([
    ['Rival Bottles Inc.', 'Rival Caps Inc.'],
    ['Rival Co., Ltd.', 'Rival (China) Co., Ltd.'],
    ['Rival Motor Co.', 'Rival Motor Co. of Canada, Ltd.'],
    ['Doe, Jane', 'Doe, John'],
    ['Rival Inc.', 'Rival LLC'],
    ['Rival GmbH', 'Rival AG'],
    ['株式会社ライバル', '株式会社ハイバル'],
    ['Rival Incorporated', 'Rival LLC'],
    ['Rival Corporation', 'Rival LLC'],
    ['Rival Company', 'Rival LLC'],
    ['Rival Limited', 'Rival LLC'],
    ['Rival Limited Liability Company', 'Rival Inc.'],
    ['Rival Limited Liability Partnership', 'Rival Inc.'],
    ['Rival Limited Partnership', 'Rival Inc.'],
    ['Rival Public Limited Company', 'Rival Inc.'],
    ['Rival Proprietary Limited', 'Rival Inc.'],
    ['Rival Private Limited', 'Rival Inc.'],
    ['Rival Aktiengesellschaft', 'Rival GmbH'],
    ['Rival Kommanditgesellschaft', 'Rival GmbH'],
    ['Rival Société par actions simplifiée', 'Rival SARL'],
    ['Rival Société à responsabilité limitée', 'Rival SA'],
    ['Rival Société anonyme', 'Rival SARL'],
    ['Rival Società per azioni', 'Rival S.r.l.'],
    ['Rival Società a responsabilità limitata', 'Rival S.p.A.'],
    ['Rival Sociedad Limitada', 'Rival S.A.'],
    ['Rival Sociedad Anónima', 'Rival S.L.'],
    ['Rival Besloten Vennootschap', 'Rival N.V.'],
    ['Rival Naamloze Vennootschap', 'Rival B.V.'],
    ['Rival Aktiebolag', 'Rival A/S'],
    ['Rival Aktieselskab', 'Rival AB'],
    ['Rival Osakeyhtiö', 'Rival AB'],
  ])('belong to two firms: %s, %s', (one, other) => {
    expect(isSameCompany(one, other)).toBe(false);
  });
});

it.each([
  ['Rival Co., Ltd.', 'Rival', 'Rival Co., Ltd.'],
  ['Rival Co., Ltd.', 'Rival Ltd.', 'Rival Co., Ltd.'],
  ['Rival Ltd.', 'Rival Co., Ltd.', 'Rival Co., Ltd.'],
  ['RIVAL INC', 'Rival Inc.', 'Rival Inc.'],
  ['Rival Co., Ltd.', 'Rival Inc.', 'Rival Inc.'],
])('after %s and then %s, fullerName keeps %s', (known, shown, kept) => {
  expect(fullerName(known, shown)).toBe(kept);
});

it('a hostile name of ten million blanks is compared in linear time', () => {
  expect(isSameCompany(`Rival${' '.repeat(10_000_000)}Inc.`, 'Widget')).toBe(false);
});
