import { describe, expect, it } from 'vitest';
import type { Design, LitigationCase } from '../../../src/records/design.ts';
import { compareDesigns } from '../../../src/records/diff/compareDesigns.ts';
import { casesOfChange, sameNewsOf } from '../../../src/records/diff/litigation.ts';

const picture = (file: string, host = 'https://images.example') => ({ filename: file, url: `${host}/hague/${file}` });
const lawsuit: LitigationCase = {
  caseId: '77',
  docketNumber: '1:26-cv-00168',
  caseName: 'Widget Co. v. Rival Inc.',
  court: 'ded',
  status: 'open',
  dateFiled: '2026-01-10',
  parties: ['Rival Inc.'],
  patentNumbers: [],
};
const path = (url: string) => ({ filename: url, url });

const known: Design = {
  type: 'design',
  key: 'HAGUE.DM/212345',
  source: 'HAGUE',
  id: 'HAGUE.DM/212345',
  registrationNumber: 'DM/212345',
  holders: ['Rival Bottles GmbH'],
  products: ['Bottle'],
  locarno: ['09-01'],
  designated: ['CH', 'EM', 'US'],
  registered: '2021-04-02',
  expires: '2026-04-02',
  status: 'ACT',
  designCount: 2,
  images: [picture('1.jpg'), picture('2.jpg')],
  details: {
    application_number: '2021/17',
    indication_of_products: 'Bottle',
    filing_date_of_the_application: '2018-12-07',
  },
  litigation: [],
};
const reported = (after: Partial<Design>, before: Partial<Design> = {}) =>
  compareDesigns({ ...known, ...before }, { ...known, ...after }).changes.map(
    ({ kind, fields }) => `${kind} ${fields.map((each) => each.field).join()}`,
  );

describe('a design', () => {
  it.each<[what: string, after: Partial<Design>, change: string]>([
    ['another status', { status: 'EXP' }, 'design.status status'],
    ['another holder', { holders: ['Acme AG'] }, 'design.updated holders'],
    ['a holder that came', { holders: ['Rival Bottles GmbH', 'Acme AG'] }, 'design.updated holders'],
    ['another class', { locarno: ['09-02'] }, 'design.updated locarno'],
    ['a state that was dropped', { designated: ['CH', 'EM'] }, 'design.updated designated'],
    [
      'a state that was dropped, where another stands twice',
      { designated: ['CH', 'CH', 'EM'] },
      'design.updated designated',
    ],
    ['another product', { products: ['Flask'] }, 'design.updated products'],
    ['another day of registration', { registered: '2021-04-03' }, 'design.updated registered'],
    ['another set of pictures', { images: [picture('1.jpg'), picture('3.jpg')] }, 'design.updated images'],
    ['another number of designs', { designCount: 3 }, 'design.updated designCount'],
    ['another application number', { details: { application_number: '2021/18' } }, 'design.updated applicationNumber'],
    ['a renewal', { expires: '2031-04-02' }, 'design.renewed expires'],
    ['an earlier end', { expires: '2025-04-02' }, 'design.updated expires'],
    ['a case that appeared', { litigation: [lawsuit] }, 'design.litigation litigation'],
  ])('reports %s', (_, after, change) => {
    expect(reported(after)).toEqual([change]);
  });

  it('reports another picture if only the query of its address names it, and not a new signature', () => {
    const first = { images: [path('https://images.example/img?id=1&sig=a')] };
    expect(reported({ images: [path('https://images.example/img?id=2&sig=a')] }, first)).toEqual([
      'design.updated images',
    ]);
    expect(reported({ images: [path('https://images.example/img?sig=b&id=1')] }, first)).toEqual([]);
  });

  it('reports another picture whose name ends like the known name, and not the known picture by its bare name', () => {
    const known = { images: [path('/hague/11.jpg')] };
    expect(reported({ images: [path('1.jpg')] }, known)).toEqual(['design.updated images']);
    expect(reported({ images: [path('11.jpg')] }, known)).toEqual([]);
  });

  it.each<[what: string, after: Partial<Design>]>([
    [
      'fields that this source lacks',
      {
        status: undefined,
        holders: undefined,
        products: undefined,
        details: undefined,
        images: undefined,
        litigation: undefined,
      },
    ],
    [
      'fields that are blank',
      { status: '', holders: [], products: [], locarno: [], images: [], expires: '', details: {} },
    ],
    ['another spelling of the holder', { holders: ['RIVAL  BOTTLES GmbH, Stuttgart, DE'] }],
    ['another order', { designated: ['US', 'CH', 'EM'], images: [picture('2.jpg'), picture('1.jpg')] }],
    [
      'another host of the pictures',
      { images: [picture('1.jpg', 'http://cdn.example:81'), picture('2.jpg', 'http://cdn.example:81')] },
    ],
    ['paths instead of addresses of the pictures', { images: [path('hague/1.jpg'), path('hague/2.jpg')] }],
    ['paths that have nothing to do with the addresses', { images: [path('D1-001.jpg')] }],
    ['the detail that another field has', { details: { ...known.details, indication_of_products: 'BOTTLE (1)' } }],
    ['a day without its month', { expires: '2026', registered: '2021-04' }],
    ['a filing date in words', { details: { ...known.details, filing_date_of_the_application: 'Dec 7, 2018' } }],
    ['another detail page', { detailUrl: 'https://register.example/2' }],
  ])('does not report %s', (_, after) => {
    expect(reported(after)).toEqual([]);
  });

  it('does not report a date that is more precise now', () => {
    expect(reported({ registered: '2021-04-02' }, { registered: '2021' })).toEqual([]);
  });

  it.each([
    ['2021', '2021-04-02', '2021-04-02'],
    ['2021-04-02', '2021', '2021-04-02'],
    ['2021-04-02', '2021-04', '2021-04-02'],
    ['2021-04-02', '2022', '2022'],
    ['2021-04-02', '', '2021-04-02'],
    ['2021-04-02', 'Apr 2, 2021', 'Apr 2, 2021'],
  ])('after the date %s, returned as "%s", keeps %s', (registered, shown, kept) => {
    const { record } = compareDesigns({ ...known, registered }, { ...known, registered: shown });
    expect(record.registered).toBe(kept);
  });

  it('does not report several holders in another spelling and order', () => {
    const before = { holders: ['Rival Bottles GmbH', 'Acme AG'] };
    expect(reported({ holders: ['ACME AG', 'RIVAL BOTTLES GMBH'] }, before)).toEqual([]);
  });

  it('keeps a detail that is blank now', () => {
    const { record } = compareDesigns(known, { ...known, details: { application_number: '' } });
    expect(record.details).toEqual(known.details);
  });

  it('removes nothing from a list in which a response has null for a part, until the list is whole again', () => {
    const two = { ...known, holders: ['Rival Bottles GmbH', 'Acme AG'] };
    const torn = compareDesigns(two, { ...known, holders: ['Rival Bottles GmbH'], unread: ['holders'] });
    expect(torn).toEqual({ record: two, changes: [] });
    expect(reported({ holders: ['Rival Bottles GmbH', 'Flask SA'], unread: ['holders'] })).toEqual([
      'design.updated holders',
    ]);
    expect(compareDesigns(torn.record, known).changes[0]?.fields[0]?.field).toBe('holders');
  });

  it('does not report a list that is whole for the first time', () => {
    const torn: Design = { ...known, unread: ['holders'] };
    const whole = compareDesigns(torn, { ...known, holders: ['Rival Bottles GmbH', 'Acme AG'] });
    expect(whole).toMatchObject({ record: { holders: ['Rival Bottles GmbH', 'Acme AG'] }, changes: [] });
    expect(compareDesigns(whole.record, known).changes).toHaveLength(1);
    const blank = compareDesigns(torn, { ...known, holders: [] });
    expect(compareDesigns(blank.record, { ...known, holders: ['Rival Bottles GmbH', 'Acme AG'] }).changes).toEqual([]);
  });

  it.each<[what: string, spelling: Partial<Design>, after: Partial<Design>, field: string]>([
    ['a legal form', { holders: ['Rival Bottles'] }, { holders: ['Rival Bottles AG'] }, 'holders'],
    ['a day', { expires: '2026' }, { expires: '2026-03-31' }, 'expires'],
    [
      'a day of filing',
      { details: { filing_date_of_the_application: '2018' } },
      { details: { filing_date_of_the_application: 'Nov 1, 2018' } },
      'filed',
    ],
  ])('reports another %s than the last one returned, even if a response lacked it', (_, spelling, after, field) => {
    const { record, changes } = compareDesigns(known, { ...known, ...spelling });
    expect(changes).toEqual([]);
    expect(compareDesigns(record, { ...known, ...after }).changes).toMatchObject([{ fields: [{ field }] }]);
  });

  it('reports a removed picture once, even if only paths came at the time', () => {
    const first = compareDesigns(known, { ...known, images: [path('hague/2.jpg')] });
    expect(first.changes).toMatchObject([{ fields: [{ field: 'images' }] }]);
    expect(first.record.images).toEqual([picture('2.jpg')]);
    expect(compareDesigns(first.record, { ...known, images: [picture('2.jpg')] }).changes).toEqual([]);
  });

  it('keeps each picture once while one picture of the list is blank', () => {
    const [moved, third] = [picture('1.jpg', 'https://moved.example'), picture('3.jpg')];
    const torn = compareDesigns(known, { ...known, images: [third, moved, path('2.jpg')], unread: ['images'] });
    expect(torn.changes).toMatchObject([{ fields: [{ field: 'images' }] }]);
    expect(torn.record.images).toEqual([moved, picture('2.jpg'), third]);
  });

  it('distinguishes two pictures whose addresses end alike', () => {
    const other = path('https://images.example/1.jpg');
    const torn = compareDesigns(known, { ...known, images: [other], unread: ['images'] });
    expect(torn.record.images).toEqual([...(known.images ?? []), other]);
  });

  it('keeps the addresses of pictures when only paths come, and reports a new picture among them', () => {
    const paths = { ...known, images: [path('hague/1.jpg'), path('hague/2.jpg')] };
    const { record } = compareDesigns(known, paths);
    expect(record.images).toEqual(known.images);
    expect(compareDesigns(paths, known)).toEqual({ record: known, changes: [] });
    expect(reported({ images: [path('hague/1.jpg'), path('hague/3.jpg')] })).toEqual(['design.updated images']);
  });

  it('shows the unchanged items of a list in their known spelling', () => {
    const { changes } = compareDesigns(known, { ...known, holders: ['RIVAL BOTTLES GMBH', 'Acme AG'] });
    expect(changes[0]?.fields[0]?.after).toEqual(['Rival Bottles GmbH', 'Acme AG']);
  });

  it('reports those of the first known cases that were filed since the design was first seen', () => {
    const filedOn = (caseId: string, dateFiled: string) => ({
      caseId,
      docketNumber: `1:26-cv-${caseId}`,
      caseName: 'Rival v. Acme',
      court: 'ded',
      status: 'open',
      dateFiled,
      parties: [],
      patentNumbers: [],
    });
    const unknown = { ...known, litigation: undefined };
    const shown = { ...known, litigation: [filedOn('1', '2025-03-04'), filedOn('2', '2026-11-19')] };
    const { changes, record } = compareDesigns(unknown, shown, { firstSeenOn: '2026-10-01' });
    expect(changes).toMatchObject([
      { kind: 'design.litigation', fields: [{ before: [], after: ['1:26-cv-2 Rival v. Acme (ded, open)'] }] },
    ]);
    expect(compareDesigns(record, shown, { firstSeenOn: '2026-10-01' }).changes).toEqual([]);
    expect(compareDesigns(unknown, shown).changes).toEqual([]);
  });

  it('does not report a case from before the design was first seen, even after a response without cases', () => {
    const unknown = { ...known, litigation: undefined };
    const { record } = compareDesigns(unknown, unknown);
    expect(compareDesigns(record, { ...known, litigation: [lawsuit] }).changes).toEqual([]);
  });

  it('names a case without court and status only by its number and name', () => {
    const bare = { ...lawsuit, court: '', status: '' };
    const after = compareDesigns(known, { ...known, litigation: [bare] }).changes[0]?.fields[0]?.after;
    expect(after).toEqual(['1:26-cv-00168 Widget Co. v. Rival Inc.']);
  });

  it('reports a case once, though the case leaves the list and returns', () => {
    const first = compareDesigns(known, { ...known, litigation: [lawsuit] });
    const without = compareDesigns(first.record, { ...known, litigation: [] });
    expect(without.changes).toEqual([]);
    expect(compareDesigns(without.record, { ...known, litigation: [lawsuit] }).changes).toEqual([]);
  });

  it('recognizes a case that once lacked its id and its court', () => {
    const before = { ...known, litigation: [lawsuit] };
    const { record, changes } = compareDesigns(before, {
      ...known,
      litigation: [{ ...lawsuit, caseId: '', court: '' }],
    });
    expect(changes).toEqual([]);
    expect(record.litigation).toEqual([lawsuit]);
  });

  it('reports a changed case as it was and as it is', () => {
    const { changes } = compareDesigns(
      { ...known, litigation: [lawsuit] },
      { ...known, litigation: [{ ...lawsuit, status: 'terminated' }] },
    );
    expect(changes[0]?.fields).toEqual([
      {
        field: 'litigation',
        before: ['1:26-cv-00168 Widget Co. v. Rival Inc. (ded, open)'],
        after: ['1:26-cv-00168 Widget Co. v. Rival Inc. (ded, terminated)'],
      },
    ]);
  });

  it('finds the cases of a change again, and which of them are new', () => {
    const moved = { ...lawsuit, caseId: '78', docketNumber: '1:26-cv-00572' };
    const { record, changes } = compareDesigns(
      { ...known, litigation: [moved] },
      { ...known, litigation: [lawsuit, { ...moved, status: 'closed' }] },
    );
    const news = casesOfChange(record, changes[0]?.fields ?? []);
    expect(news?.map(({ case: one, appeared }) => [one.docketNumber, appeared]).sort()).toEqual([
      ['1:26-cv-00168', true],
      ['1:26-cv-00572', false],
    ]);
    expect(news?.map(sameNewsOf).sort()).toEqual(['docket.new', 'docket.status']);
    expect(casesOfChange({}, changes[0]?.fields ?? [])).toBeUndefined();
    expect(casesOfChange(record, [])).toBeUndefined();
  });

  it('stores without a report what was never known, and keeps what a response lacks', () => {
    const { type, key, source } = known;
    const learned = compareDesigns({ type, key, source }, known);
    expect(learned).toEqual({ record: known, changes: [] });
    expect(compareDesigns(known, { type, key, source })).toEqual({ record: known, changes: [] });
  });

  it('reports all that happened, with one change of each kind', () => {
    expect(reported({ status: 'EXP', holders: ['Acme AG'], products: ['Flask'], expires: '2031-04-02' })).toEqual([
      'design.status status',
      'design.updated holders,products',
      'design.renewed expires',
    ]);
    const after = { ...known, status: 'EXP', products: ['Flask'], expires: '2031-04-02', litigation: [lawsuit] };
    const rules = compareDesigns(known, after).changes.map(({ rule }) => rule);
    expect(rules).toEqual(['status', 'fields', 'expiry moved later', 'cases']);
  });
});
