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
  it.each(knownSources)('on %s is refused when nothing narrows it', (source) => {
    expect(judged({ source })).toEqual(['mistake -']);
  });

  it.each(knownSources)('on %s by a Locarno class is well', (source) => {
    expect(judged({ source, locarno: '09-01' })).toEqual([]);
  });

  it.each(knownSources)('on %s is wider than asked with expires', (source) => {
    expect(judged({ source, expires: '2030', locarno: '09-01' })).toEqual(['warning expires']);
    expect(judged({ source, expires: '2030' })).toEqual(['warning expires', 'mistake -']);
  });

  it('on USID is wider than asked with a status', () => {
    expect(judged({ source: 'USID', status: 'ACT', locarno: '09-01' })).toEqual(['warning status']);
    expect(judged({ source: 'HAGUE', status: 'ACT' })).toEqual([]);
  });

  it('on JPID is wider than asked with a holder or a product', () => {
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
  ])('on CNID by holder needs more, such as %s', (field) => {
    expect(judged({ source: 'CNID', holder: 'Rival' })).toEqual(['mistake holder']);
    expect(judged({ source: 'CNID', product: 'Bottle', designated: 'US' })).toEqual(['mistake product']);
    expect(judged({ source: 'CNID', holder: 'Rival', [field]: '2024' })).toEqual([]);
  });

  it.each(['DEID', 'USID', 'KRID', 'EMID'])('on %s by holder alone may run out of time', (source) => {
    expect(judged({ source, holder: 'Rival' })).toEqual(['warning holder']);
    expect(judged({ source, holder: 'Rival', registered: '2024' })).toEqual([]);
  });

  it('on USID is not narrowed by a status that it ignores', () => {
    expect(judged({ source: 'USID', holder: 'Rival', status: 'ACT' })).toEqual(['warning status', 'warning holder']);
  });

  it('on HAGUE by holder alone is well', () => {
    expect(judged({ source: 'HAGUE', holder: 'Rival' })).toEqual([]);
  });

  it('by a short name is found inside other words, unless whole words are asked for', () => {
    expect(judged({ source: 'HAGUE', holder: 'DOK' })).toEqual(['warning holder']);
    expect(judged({ source: 'HAGUE', holder: 'DOK' }, true)).toEqual([]);
  });

  it('on an unknown register is asked all the same', () => {
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
  ])('by the case number %s in %j names what courts write', (caseNumber, courts, suggestion) => {
    expect(judgedIn(caseNumber, courts)).toMatchObject([{ level: 'warning', field: 'caseNumber', suggestion }]);
  });

  it.each([
    ['1:20-cv-00168', undefined],
    ['4:16-bk-73062', undefined],
    ['17-16301', ['ca9']],
    ['22-10964', ['nysb']],
    ['2-04-51113', ['nysb', 'ca2']],
  ])('by the case number %s in %j is well: courts write it so', (caseNumber, courts) => {
    expect(judgedIn(caseNumber, courts)).toEqual([]);
  });

  it('by a company with its legal form says how names are compared', () => {
    const verdicts = validateDocketSearch({ type: 'dockets', companyName: 'Rival, Inc.' }, { wholeWord: false });
    expect(verdicts).toEqual([
      {
        level: 'warning',
        field: 'companyName',
        why: "it is compared as the beginning of the party's name, including the comma",
        accepted: 'the name without ", Inc."',
        suggestion: 'Rival',
      },
    ]);
    expect(validateDocketSearch({ type: 'dockets', companyName: 'Incline' }, { wholeWord: false })).toEqual([]);
  });
});

describe('registers in the file', () => {
  it('are warned of once where many watches have the same to be said', () => {
    const each = ['one', 'two', 'three'].map(
      (id) => `  - { id: ${id}, designs: { source: EMID, holder: Rival ${id} } }`,
    );
    const slow = load(withWatch(each.join('\n'))).warnings.filter((warning) => warning.includes('time-out'));
    expect(slow).toEqual([
      expect.stringMatching(/watches\[one\]\.designs\.holder: found "Rival one"; .* \(the same of two, three\)$/),
    ]);
  });

  it('are folded when given twice, with a warning, whatever their case', () => {
    const config = load(withWatch('  - { id: two, designs: { source: [hague, EMID, HAGUE], locarno: 09-01 } }'));
    const searches = config.watches[1]?.searches ?? [];
    expect(searches.map((search) => search.type === 'designs' && search.source)).toEqual(['HAGUE', 'EMID']);
    expect(config.warnings).toEqual([
      'watches.yaml:8:49 watches[two].designs.source[2]: found "HAGUE"; HAGUE is in the list already; accepted: each register once',
    ]);
  });

  it('say the same words once, however many registers earn them', () => {
    const config = load(
      withWatch('  - { id: two, designs: { source: [HAGUE, EMID], locarno: 09-01, expires: 2030 } }'),
    );
    expect(config.warnings).toEqual([
      'watches.yaml:8:75 watches[two].designs.expires: found "2030"; the service ignores it, so that the result is wider than asked; accepted: leave it out',
    ]);
  });

  it('take a designated state in either case, and a wrong filter still counts as a filter', () => {
    const config = load(withWatch('  - { id: two, designs: { source: HAGUE, designated: fr } }'));
    expect(config.watches[1]?.searches).toEqual([{ type: 'designs', source: 'HAGUE', designated: 'FR' }]);
  });
});
