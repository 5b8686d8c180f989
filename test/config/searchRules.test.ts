import { describe, expect, it } from 'vitest';
import type { DesignSearch } from '../../src/config/config.ts';
import { validateDesignSearch, validateDocketSearch } from '../../src/config/readSearches.ts';
import { knownSources } from '../../src/records/design.ts';
import { load, withWatch } from './workspace.ts';

function judged(search: Omit<DesignSearch, 'type'>, wholeWord = false): string[] {
  return validateDesignSearch({ type: 'designs', ...search }, wholeWord).map(
    ({ level, field }) => `${level} ${field ?? '-'}`,
  );
}

describe('a search for designs', () => {
  it.each(knownSources)('on %s is refused without another filter', (source) => {
    expect(judged({ source })).toEqual(['mistake -']);
  });

  it.each(knownSources)('on %s by a Locarno class is accepted', (source) => {
    expect(judged({ source, locarno: '09-01' })).toEqual([]);
  });

  it.each(knownSources)('on %s with expires is wider than requested', (source) => {
    expect(judged({ source, expires: '2030', locarno: '09-01' })).toEqual(['warning expires']);
    expect(judged({ source, expires: '2030' })).toEqual(['warning expires', 'mistake -']);
  });

  it('on USID with a status is wider than requested', () => {
    expect(judged({ source: 'USID', status: 'ACT', locarno: '09-01' })).toEqual(['warning status']);
    expect(judged({ source: 'HAGUE', status: 'ACT' })).toEqual([]);
  });

  it('on JPID with a holder or a product is wider than requested', () => {
    expect(judged({ source: 'JPID', holder: 'Rival', product: 'Bottle', locarno: '09-01' })).toEqual([
      'warning holder',
      'warning product',
    ]);
  });

  it.each([
    'id',
    'idPrefix',
    'registered',
    'status',
    'locarno',
  ])('on CNID by holder needs another filter, such as %s', (field) => {
    expect(judged({ source: 'CNID', holder: 'Rival' })).toEqual(['mistake holder']);
    expect(judged({ source: 'CNID', product: 'Bottle', designated: 'US' })).toEqual(['mistake product']);
    expect(judged({ source: 'CNID', holder: 'Rival', [field]: '2024' })).toEqual([]);
  });

  it.each(['DEID', 'USID', 'KRID', 'EMID'])('on %s by holder alone may run out of time', (source) => {
    expect(judged({ source, holder: 'Rival' })).toEqual(['warning holder']);
    expect(judged({ source, holder: 'Rival', registered: '2024' })).toEqual([]);
  });

  it('on USID is not narrowed by a status, which USID ignores', () => {
    expect(judged({ source: 'USID', holder: 'Rival', status: 'ACT' })).toEqual(['warning status', 'warning holder']);
  });

  it('on HAGUE by holder alone is accepted', () => {
    expect(judged({ source: 'HAGUE', holder: 'Rival' })).toEqual([]);
  });

  it('by a short name gets a warning about matches inside words, unless wholeWord is set', () => {
    expect(judged({ source: 'HAGUE', holder: 'DOK' })).toEqual(['warning holder']);
    expect(judged({ source: 'HAGUE', holder: 'DOK' }, true)).toEqual([]);
  });

  it('on an unknown register is allowed with a warning', () => {
    expect(validateDesignSearch({ type: 'designs', source: 'HAUGE', locarno: '09-01' }, false)).toMatchObject([
      { level: 'warning', field: 'source', suggestion: 'HAGUE' },
    ]);
  });
});

describe('a search for dockets', () => {
  const judgedIn = (caseNumber: string, courts?: readonly string[]) =>
    validateDocketSearch({ type: 'dockets', caseNumber }, { wholeWord: false, courts });

  it.each([
    ['20-168', undefined, '1:20-cv-00168'],
    ['C.A. No. 20-168-MN', undefined, '1:20-cv-00168'],
    ['2:20-168', undefined, '2:20-cv-00168'],
    ['20-168', ['cand'], '1:20-cv-00168 or 3:20-cv-00168 or 4:20-cv-00168 or 5:20-cv-00168'],
    ['PTAB', undefined, undefined],
    ['IPR2020-00123', undefined, undefined],
  ])('by the case number %s in %j gets a warning with what courts write', (caseNumber, courts, suggestion) => {
    expect(judgedIn(caseNumber, courts)).toMatchObject([{ level: 'warning', field: 'caseNumber', suggestion }]);
  });

  it.each([
    ['1:20-cv-00168', undefined],
    ['4:16-bk-73062', undefined],
    ['17-16301', ['ca9']],
    ['22-10964', ['nysb']],
    ['2-04-51113', ['nysb', 'ca2']],
  ])('by the case number %s in %j is accepted, because courts write it so', (caseNumber, courts) => {
    expect(judgedIn(caseNumber, courts)).toEqual([]);
  });

  it('by a company with its legal form gets a warning about how names are compared', () => {
    const verdicts = validateDocketSearch({ type: 'dockets', companyName: 'Rival, Inc.' }, { wholeWord: false });
    expect(verdicts).toEqual([
      {
        level: 'warning',
        field: 'companyName',
        why: "a party's name must begin with exactly this, and courts write legal forms in different ways",
        accepted: 'the name without ", Inc."',
        suggestion: 'Rival',
      },
    ]);
    expect(validateDocketSearch({ type: 'dockets', companyName: 'Incline' }, { wholeWord: false })).toEqual([]);
  });
});

describe('a warning about registers', () => {
  it('comes once if many watches have the same problem', () => {
    const each = ['one', 'two', 'three'].map(
      (id) => `  - { id: ${id}, designs: { source: EMID, holder: Rival ${id} } }`,
    );
    const slow = load(withWatch(each.join('\n'))).warnings.filter((warning) => warning.includes('time out'));
    expect(slow).toEqual([
      expect.stringMatching(/watches\[one\]\.designs\.holder: found "Rival one"; .* \(the same of two, three\)$/),
    ]);
  });

  it('comes for a repeated register, whatever the case of its letters, and the repeat is dropped', () => {
    const config = load(withWatch('  - { id: two, designs: { source: [hague, EMID, HAGUE], locarno: 09-01 } }'));
    const searches = config.watches[1]?.searches ?? [];
    expect(searches.map((search) => search.type === 'designs' && search.source)).toEqual(['HAGUE', 'EMID']);
    expect(config.warnings).toEqual([
      'watches.yaml:8:49 watches[two].designs.source[2]: found "HAGUE"; HAGUE is in the list already; accepted: each register once',
    ]);
  });

  it('comes for a repeated registration number too, also inside one text', () => {
    const repeats = (numbers: string) =>
      load(withWatch(`  - { id: two, designs: { source: HAGUE, registrationNumber: ${numbers} } }`)).warnings;
    expect(repeats('[DM/1, DM/2, DM/1]')).toEqual([
      expect.stringMatching(/Number\[2\]: .*DM\/1 is in the list already/),
    ]);
    expect(repeats('["DM/1, DM/2", DM/1]')).toEqual([expect.stringMatching(/Number: .*DM\/1 is in the list already/)]);
  });

  it('comes once, however many registers cause it', () => {
    const config = load(
      withWatch('  - { id: two, designs: { source: [HAGUE, EMID], locarno: 09-01, expires: 2030 } }'),
    );
    expect(config.warnings).toEqual([
      'watches.yaml:8:75 watches[two].designs.expires: found "2030"; the service ignores it: leave it out, and narrow the search by another filter',
    ]);
  });

  it('does not come for a designated state in lower case', () => {
    const config = load(withWatch('  - { id: two, designs: { source: HAGUE, designated: fr } }'));
    expect(config.watches[1]?.searches).toEqual([{ type: 'designs', source: 'HAGUE', designated: 'FR' }]);
  });
});
