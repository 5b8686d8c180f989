import { describe, expect, it } from 'vitest';
import { compareDocketFields } from '../../../src/records/diff/docketFields.ts';
import type { Docket } from '../../../src/records/docket.ts';
import { aDocket } from './dockets.ts';

const compare = (before: Partial<Docket>, after: Partial<Docket>) =>
  compareDocketFields(aDocket(before), aDocket(after), '2026-03-30');

describe('the fields of a docket', () => {
  it.each<[what: string, before: Partial<Docket>, after: Partial<Docket>, field: string]>([
    ['another judge', {}, { assignedTo: 'Grace H. Other' }, 'assignedTo'],
    ['the first judge of a young case', { assignedTo: '' }, {}, 'assignedTo'],
    [
      'the first judge of an old case that goes on',
      { assignedTo: '', dateFiled: '2024-01-10' },
      { dateFiled: '2024-01-10' },
      'assignedTo',
    ],
    [
      'the first judge of an ended case that was filed 180 days ago',
      { assignedTo: '', dateFiled: '2025-10-01', dateTerminated: '2026-02-03' },
      { dateFiled: '2025-10-01', dateTerminated: '2026-02-03' },
      'assignedTo',
    ],
    ['another name', {}, { caseName: 'Widget Co. v. Rival FoundBy Inc.' }, 'caseName'],
    ['that others joined', {}, { caseName: 'Widget Co. v. Rival Inc. et al' }, 'caseName'],
    ['another court', {}, { court: 'U.S. District Court for the Eastern District of Texas' }, 'court'],
    ['another number', {}, { docketNumber: '1:26-cv-00169' }, 'docketNumber'],
    ['a party that came', {}, { parties: ['Acme LLC'] }, 'parties'],
    ['a party of another series', { parties: ['Acme Fund 2019 A'] }, { parties: ['Acme Fund 2019 B'] }, 'parties'],
    ['a patent that came', { patentNumbers: [] }, { patentNumbers: ['6834603'] }, 'patentNumbers'],
    ['another patent', { patentNumbers: ['7654321'] }, { patentNumbers: ['6834603'] }, 'patentNumbers'],
  ])('report %s', (_, before, after, field) => {
    expect(compare(before, after).fields.map((each) => each.field)).toEqual([field]);
  });

  it.each<[what: string, before: Partial<Docket>, after: Partial<Docket>]>([
    [
      'case, blanks or punctuation',
      {},
      { caseName: 'WIDGET CO v.  Rival, Inc', court: 'US District Court for the District of Delaware' },
    ],
    ['a name that is blank or unknown', {}, { caseName: 'Unknown Case Title', assignedTo: '', court: undefined }],
    ['a name that was unknown', { caseName: 'Unknown Case Title', court: '', jurisdiction: undefined }, {}],
    ['a dropped et al.', { caseName: 'Widget Co. v. Rival Inc., et al.' }, {}],
    ['the initials of the judges', {}, { docketNumber: '1:26-cv-00168-ABC-XY' }],
    ['a judge’s title or middle name', {}, { assignedTo: 'Chief Judge Ada Counsel' }],
    [
      'the judge of an ended case whom the source had lacked',
      { assignedTo: '', dateFiled: '2024-01-10', dateTerminated: '2025-02-03', status: 'terminated' },
      { dateFiled: '2024-01-10', dateTerminated: '2025-02-03', status: 'terminated' },
    ],
    [
      'the judge of an ended case of which nobody knows when it was filed',
      { assignedTo: '', dateFiled: undefined, dateTerminated: '2026-02-03' },
      { dateFiled: undefined, dateTerminated: '2026-02-03' },
    ],
    ['the judge, where no report had said whether there is one', { assignedTo: undefined }, {}],
    ['parties that this report leaves out', {}, { parties: ['rival, inc'] }],
    ['parties where none were known', { parties: [] }, {}],
    ['a party without a name', {}, { parties: [' '] }],
    ['the spelling of a patent', {}, { patentNumbers: ['US 6,834,603 B1'] }],
    [
      'fields that are absent',
      {},
      { parties: undefined, patentNumbers: undefined, dateFiled: undefined, suitNature: undefined },
    ],
  ])('do not report %s', (_, before, after) => {
    expect(compare(before, after).fields).toEqual([]);
  });

  it('keep what is known when the response has less', () => {
    const known = aDocket();
    const { type, key } = known;
    expect(compareDocketFields(known, { type, key }, '2026-03-30').record).toEqual(known);
    expect(compare({}, { parties: ['Acme LLC'] }).record.parties).toEqual(['Widget Co.', 'Rival Inc.', 'Acme LLC']);
  });

  it('that changed together are one change', () => {
    expect(compare({}, { assignedTo: 'Grace H. Other', parties: ['Acme LLC'] }).fields).toEqual([
      { field: 'assignedTo', before: 'Ada B. Counsel', after: 'Grace H. Other' },
      { field: 'parties', before: ['Widget Co.', 'Rival Inc.'], after: ['Widget Co.', 'Rival Inc.', 'Acme LLC'] },
    ]);
  });
});
