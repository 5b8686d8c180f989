import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combinationsOf, countCombinations } from '../../src/config/config.ts';
import { registerCalled } from '../../src/records/design.ts';
import { isSameDocketNumber, readPatentNumber } from '../../src/records/docket.ts';
import { load, withWatch } from './workspace.ts';

/** Returns the searches of a second watch, and what the config says about how it read them. */
function read(search: string) {
  const { watches, warnings, readings } = load(withWatch(`  - { id: two, ${search} }`));
  const words = readings.map((reading) => reading.replace(/^\S+ \S+ found /, ''));
  return { searches: watches[1]?.searches ?? [], courts: watches[1]?.courts, warnings, readings: words };
}

describe('a pasted value', () => {
  it.each([
    ['dockets: { patentNumber: "US 7,654,321 B2" }', { patentNumber: '7654321' }, '"US 7,654,321 B2"; read as 7654321'],
    ['dockets: { patentNumber: "07654321" }', { patentNumber: '7654321' }, '"07654321"; read as 7654321'],
    ['dockets: { patentNumber: D0123456 }', { patentNumber: 'D123456' }, '"D0123456"; read as D123456'],
    [
      'dockets: { caseNumber: "1:2020cv00168" }',
      { caseNumber: '1:20-cv-00168' },
      '"1:2020cv00168"; read as 1:20-cv-00168',
    ],
    [
      'dockets: { caseNumber: "Case 1:20-cv-168-MN-CJB" }',
      { caseNumber: '1:20-cv-00168' },
      '"Case 1:20-cv-168-MN-CJB"; read as 1:20-cv-00168',
    ],
    [
      'dockets: { caseNumber: "C.A. No. 20-168-MN", court: "D. Del." }',
      { caseNumber: '1:20-cv-00168' },
      '"C.A. No. 20-168-MN"; read as 1:20-cv-00168',
    ],
    ['designs: { source: EUIPO, locarno: 09-01 }', { source: 'EMID', locarno: '09-01' }, '"EUIPO"; read as EMID'],
    ['designs: { source: WIPO, locarno: Cl. 9-1 }', { source: 'HAGUE', locarno: '09-01' }, '"Cl. 9-1"; read as 09-01'],
    ['designs: { source: WIPO, locarno: 26-5 }', { source: 'HAGUE', locarno: '26-05' }, '"26-5"; read as 26-05'],
    ['designs: { source: WIPO, locarno: Cl. 9-01 }', { source: 'HAGUE', locarno: '09-01' }, '"WIPO"; read as HAGUE'],
    [
      'designs: { source: EMID, registrationNumber: "RCD 008513200-0001" }',
      { registrationNumber: '008513200-0001' },
      '"RCD 008513200-0001"; read as 008513200-0001 in EMID',
    ],
    [
      'designs: { source: USID, registrationNumber: "D123,456" }',
      { registrationNumber: 'D0123456' },
      '"D123,456"; read as D0123456 in USID',
    ],
  ])('%s is normalized, and the config says so', (search, asked, words) => {
    const found = read(search);
    expect(found.searches).toMatchObject([asked]);
    expect(found.readings).toContain(words);
    expect(found.warnings).toEqual([]);
  });

  it('of several registration numbers in one text is split, and a number of digits alone is doubted', () => {
    const written = '"DM949700, DM/949701; DM/949702 DM/949 703,949704"';
    const { searches, warnings, readings } = read(`designs: { source: HAGUE, registrationNumber: ${written} }`);
    expect(searches.map((one) => one.type === 'designs' && one.registrationNumber)).toEqual([
      ...['DM/949700', 'DM/949701', 'DM/949702', 'DM/949703', '949704'],
    ]);
    expect(readings[0]).toContain('read as DM/949700 or DM/949701 or DM/949702 or DM/949703 or 949704 in HAGUE');
    expect(warnings.join()).toContain('HAGUE writes DM/ before the digits');
    expect(warnings.join()).toContain('did you mean DM/949704?');

    const own = load(
      withWatch(
        '  - { id: two, designs: { source: CHID, registrationNumber: ["D901,234 S1", 949700] }, similarTo: ' +
          '{ registrations: ["US D901,234 S1; 98000001-0001", "DM/214 567, 949700", ' +
          '"008513200-0001 008513200-0002 and D902,345", "ZL 2023 30123456"] } }',
      ),
    );
    expect(own.watches[1]).toMatchObject({
      searches: [{ registrationNumber: 'D901,234 S1' }, { registrationNumber: '949700' }],
      similarTo: {
        registrations: [
          ...['US D901,234 S1', '98000001-0001', 'DM/214 567', '949700'],
          ...['008513200-0001', '008513200-0002', 'D902,345', 'ZL 2023 30123456'],
        ],
      },
    });
    expect(own.warnings).toEqual([
      expect.stringContaining('registrations[1]: found "DM/214 567, 949700"; most registers write letters or a hyphen'),
    ]);
  });

  it.each([
    'dockets: { patentNumber: "6,834,603", caseNumber: "1:20-cv-00168" }',
    'designs: { source: hague, locarno: 09-01, designated: fr }',
  ])('%s is kept as written, without a remark', (search) => {
    expect(read(search).readings).toEqual([]);
  });

  it('of a case number without its office is kept, with a warning that names what courts may write', () => {
    const { searches, warnings } = read('dockets: { caseNumber: 20-168, court: txed }');
    expect(searches).toEqual([{ type: 'dockets', caseNumber: '20-168' }]);
    expect(warnings[0]).toContain('did you mean 1:20-cv-00168 or 2:20-cv-00168 or 3:20-cv-00168');
  });

  it('of an office or a country names its register', () => {
    const names = ['EUIPO', 'EU', 'WIPO', 'US', 'DE', 'HAGUE', 'hague', 'nowhere'];
    expect(names.map(registerCalled)).toEqual(['EMID', 'EMID', 'HAGUE', 'USID', 'DEID', 'HAGUE', 'HAGUE', 'NOWHERE']);
  });

  it('from a variable is normalized without a remark, because it may be a secret', () => {
    const text = withWatch('  - { id: two, dockets: { patentNumber: "$' + '{PATENT}" } }');
    expect(load(text, { PATENT: 'US 7,654,321 B2' }).readings).toEqual([]);
  });

  it('of a patent number is one number in every spelling, and stays the same when it is read again', () => {
    const number = fc.record({
      kind: fc.constantFrom('', 'D', 'RE', 'PP'),
      digits: fc.integer({ min: 10_000, max: 12_999_999 }),
    });
    const dress = fc.record({
      us: fc.constantFrom('', 'US', 'US ', 'U.S. Pat. No. '),
      zeros: fc.constantFrom('', '0', '00'),
      code: fc.constantFrom('', ' B2', 'B1', ' S1', 'A'),
      commas: fc.boolean(),
    });
    fc.assert(
      fc.property(number, dress, ({ kind, digits }, { us, zeros, code, commas }) => {
        const written = commas ? digits.toLocaleString('en-US') : `${zeros}${digits}`;
        expect(readPatentNumber(`${us}${kind}${written}${code}`)).toBe(`${kind}${digits}`);
        expect(readPatentNumber(`${kind}${digits}`)).toBe(`${kind}${digits}`);
      }),
    );
  });

  it('of a case number names the same case in every spelling, and no other case', () => {
    const dress = fc.record({
      before: fc.constantFrom('', 'Case ', 'C.A. No. '),
      century: fc.constantFrom('', '20'),
      dashes: fc.constantFrom('-', ''),
      zeros: fc.boolean(),
      judge: fc.constantFrom('', '-MN', '-RGA-SRF'),
    });
    const parts = fc.record({
      office: fc.integer({ min: 0, max: 9 }),
      year: fc.integer({ min: 10, max: 30 }),
      serial: fc.integer({ min: 1, max: 99_999 }),
    });
    fc.assert(
      fc.property(parts, dress, ({ office, year, serial }, { before, century, dashes, zeros, judge }) => {
        const padded = zeros ? String(serial).padStart(5, '0') : String(serial);
        const spelled = `${before}${office}:${century}${year}${dashes}cv${dashes}${padded}${judge}`;
        const written = `${office}:${year}-cv-${String(serial).padStart(5, '0')}`;
        expect(isSameDocketNumber(spelled, written)).toBe(true);
        expect(read(`dockets: { caseNumber: "${spelled}" }`).searches).toMatchObject([{ caseNumber: written }]);
        expect(isSameDocketNumber(spelled, `${office}:${year}-cv-${String(serial + 1).padStart(5, '0')}`)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a list', () => {
  it('of numbers, cases, companies, registers, classes or holders is one search for each value', () => {
    const { searches, warnings } = read(
      'designs: { source: [HAGUE, EMID], holder: [Rival, Widget], locarno: [09-01, 07-01] }',
    );
    expect(searches).toHaveLength(8);
    expect(searches.slice(0, 3)).toEqual([
      { type: 'designs', source: 'HAGUE', holder: 'Rival', locarno: '09-01' },
      { type: 'designs', source: 'HAGUE', holder: 'Rival', locarno: '07-01' },
      { type: 'designs', source: 'HAGUE', holder: 'Widget', locarno: '09-01' },
    ]);
    expect(warnings).toEqual([]);
    expect(read('dockets: { patentNumber: ["6,834,603", 7654321] }').searches).toHaveLength(2);
    expect(
      read('dockets: { companyName: [Rival, Widget], caseNumber: ["1:20-cv-00168", "2:21-cv-00001"] }').searches,
    ).toHaveLength(4);
  });

  it('with a repeated value gets a warning, and one search for it', () => {
    const { searches, warnings } = read('dockets: { companyName: [Rival, Rival, RIVAL] }');
    expect(searches).toMatchObject([{ companyName: 'Rival' }, { companyName: 'RIVAL' }]);
    expect(warnings.map((warning) => /companyName\[\d\]/.exec(warning)?.[0])).toEqual([
      'companyName[1]',
      'companyName[2]',
    ]);
  });

  it('gets a warning that names the value at fault', () => {
    const { warnings } = read('dockets: { companyName: [Widget, "Rival, Inc."] }');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(
      `watches[two].dockets.companyName[1]: found "Rival, Inc."; a party's name must begin with exactly this`,
    );
  });

  it('with a whole class has a search for each subclass, and a remark with their number', () => {
    const { searches, readings } = read('designs: { source: HAGUE, locarno: ["09", 09-01] }');
    const codes = searches.map((search) => (search.type === 'designs' ? search.locarno : ''));
    expect(codes).toEqual(
      ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '99'].map((sub) => `09-${sub}`),
    );
    expect(readings).toEqual(['"09"; read as the whole class 09: 12 queries, one for each subclass']);
  });

  it('has as many combinations as the product of all lengths, each once', () => {
    const lists = fc.dictionary(
      fc.string(),
      fc.oneof(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 4 }), fc.nat()),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(lists, (fields) => {
        const made = combinationsOf(fields);
        expect(made).toHaveLength(countCombinations(fields));
        expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(made.length);
        for (const one of made) expect(Object.keys(one).sort()).toEqual(Object.keys(fields).sort());
      }),
    );
  });
});
