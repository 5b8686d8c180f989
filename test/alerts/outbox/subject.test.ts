import { expect, it } from 'vitest';
import type { AlertContent, BaselineContent, NoticeContent } from '../../../src/alerts/message/content.ts';
import type { Notice } from '../../../src/alerts/message/facts.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { announced, baselineContent, change, changesContent, entry, widgetCase, widgetWatch } from './samples.ts';

function subjectOf(content: AlertContent): string {
  return alertOutline(content, { discreet: true }).subject;
}

it('the subjects of two cases with the same caption differ in their first 60 characters', () => {
  const numbers = ['1:20-cv-00168', '2:20-cv-00168', '1:20-cv-00169'];
  const subjects = numbers.map((docketNumber) =>
    subjectOf(changesContent([change('docket.status', { record: { ...widgetCase, docketNumber } })])),
  );
  expect(new Set(subjects.map((subject) => subject.slice(0, 60))).size).toBe(numbers.length);
});

it('a subject leads with the date for which a case needs its reader, not with a new judge', () => {
  const served = 'SUMMONS Returned Executed. Rival Industries, Inc. served on 11/25/2026, answer due 12/16/2026.';
  const judge = { field: 'assignedTo', before: 'Ada B. Moss', after: 'Bertram Evander Brackley-Farrow' };
  const changes = [
    change('docket.updated', { fields: [judge, { field: 'parties', before: [], after: ['Pellvane Sports'] }] }),
    change('entry.new', { entry: entry({ description: served }) }),
  ];
  const watches = [{ ...widgetWatch, matter: 'M-2026-014' }];
  const subject = subjectOf(changesContent(changes, { watches }));
  expect(subject).toMatch(/^Answer due Dec 16.*Widget v\. Rival.*20-168.* \[M-2026-014\]$/);
});

it('a subject without room for the whole caption has the first party before the number of the case', () => {
  const judge = { field: 'assignedTo', before: 'Ada B. Moss', after: 'Leopold Vanstone' };
  const parties = { field: 'parties', before: [], after: ['Moste, Inc.'] };
  const changes = [change('docket.updated', { fields: [judge, parties] })];
  expect(subjectOf(changesContent(changes))).toMatch(/: Widget \(20-168\) \[M-2026-014\]$/);
});

it.each([
  ['NOTICE of Settlement by Widget Co.', /^SETTLED: /],
  ['NOTICE of Settlement by Widget Co. Dismissal papers will be filed within 60 days', /^SETTLED; deadline Jan 19/],
  ['NOTICE of Settlement as to Kelmont LLC only', /^SETTLED as to Kelmont: /],
  ['NOTICE of Settlement as to Rival GmbH only', /^SETTLED as to Rival GmbH: /],
  ['NOTICE of Settlement as to Rival Industries, Inc. only', /^SETTLED as to Rival Industries: /],
  ['STIPULATION of Dismissal of Rival GmbH only', /^DISMISSAL of Rival GmbH only: /],
  ['ORDER dismissing case as to Rival GmbH', /^Rival GmbH DISMISSED: /],
  ['ORDER dismissing case as to Rival Industries, Inc. and Rival GmbH', /^Rival Industries and Rival GmbH DISMISSED: /],
  ['STIPULATION of Dismissal by Widget Co.', /^DISMISSAL by the parties: /],
  ['NOTICE of Voluntary Dismissal without prejudice by Widget Co.', /^Voluntary DISMISSAL: /],
  ['NOTICE of Voluntary Dismissal (Partial)', /^DISMISSAL of part of the case: /],
])('the subject says what the parties did: %s', (description, subject) => {
  expect(subjectOf(changesContent([change('entry.new', { entry: entry({ description }) })]))).toMatch(subject);
});

it.each([
  [
    'ORDER granting 12 Motion to Dissolve Preliminary Injunction',
    /^Motion to dissolve preliminary injunction GRANTED: /,
  ],
  ['MOTION to Dissolve Preliminary Injunction by Rival', /^MOTION to dissolve preliminary injunction: /],
  ['ORDER denying 45 Motion for Protective Order', /^Motion for protective order DENIED: /],
  ['ORDER denying 40 Motion to Exclude; granting 50 Motion to Stay', /^Stay GRANTED and motion to exclude DENIED: /],
  ['ORDER denying 12 Motion for Reconsideration of Order Granting Stay', /^Motion for reconsideration DENIED: /],
  ['ORDER vacating 211 Judgment', /^Judgment VACATED: /],
  ['Order on Motion to Unseal', /^ORDER on motion to unseal: /],
  ['ORDER adopting 55 Report and Recommendation; denying 12 Motion to Stay', /^R&R ADOPTED and stay DENIED: /],
])('the subject names the motion that is decided, beside its own outcome: %s', (description, subject) => {
  expect(subjectOf(changesContent([change('entry.new', { entry: entry({ description }) })]))).toMatch(subject);
});

it.each([
  'ORDER DENYING AS MOOT 88 Motion to Strike the Expert Disclosures; GRANTING 92 Motion to Dissolve Injunction',
  'ORDER: 88 Motion to Strike the Expert Disclosures is DENIED; 92 Motion to Dissolve Injunction is GRANTED',
  'MINUTE entry: Motion to strike expert disclosures [88] denied as moot. Motion to dissolve injunction [92] granted.',
])('a subject without room for two decisions has the one that was granted: %s', (description) => {
  const record = { ...widgetCase, caseName: 'Widget Company of North America v. Rival Europe Industries' };
  const subject = subjectOf(changesContent([change('entry.new', { record, entry: entry({ description }) })]));
  expect(subject).toMatch(/^Motion to dissolve injunction GRANTED: Widget/);
});

it.each([
  ['[WITHDRAWN by filer]', /^Motion to dismiss WITHDRAWN: /],
  ['[FILED IN ERROR]', /^Motion to dismiss FILED IN ERROR: /],
  ['STRICKEN per order of the court.', /^Motion to dismiss STRICKEN: /],
])('the subject names the paper that a clerk takes back: %s', (added, subject) => {
  const before = 'MOTION to Dismiss by Rival';
  const edit = { field: 'description', before, after: `${before} ${added}` };
  const edited = change('entry.updated', { entry: entry({ description: edit.after }), fields: [edit] });
  expect(subjectOf(changesContent([edited]))).toMatch(subject);
});

it.each([
  ['NOTICE OF SERVICE of Initial Disclosures by Rival', /^Notice of service STRICKEN: /],
  ['INTERROGATORIES by Rival', /^Paper STRICKEN: /],
  ['DECLARATION of Ada Moss', /^Paper STRICKEN: /],
])('the subject does not say that discovery or evidence was stricken if a paper was: %s', (before, subject) => {
  const edit = { field: 'description', before, after: `${before} [STRICKEN per order of 11/20/2026]` };
  const edited = change('entry.updated', { entry: entry({ description: edit.after }), fields: [edit] });
  expect(subjectOf(changesContent([edited]))).toMatch(subject);
});

it('the subject does not count the order that reopened the case as one more ruling', () => {
  const record = { ...widgetCase, status: 'open', dateTerminated: '' };
  const fields = [{ field: 'status', before: 'terminated', after: 'open' }];
  const ordered = (description: string) =>
    changesContent([
      change('docket.status', { fields, record }),
      change('entry.new', { record, entry: entry({ description }) }),
    ]);
  expect(subjectOf(ordered('ORDER granting 16 Motion to Reopen Case'))).toMatch(/^REOPENED: Widget v\. Rival/);
  const due = 'ORDER granting 16 Motion to Reopen Case. Answer due 1/20/2027.';
  expect(subjectOf(ordered(due))).toMatch(/^REOPENED; answer due Jan 20, 2027: Widget v\. Rival/);
  expect(subjectOf(ordered('ORDER denying 40 Motion to Exclude'))).toMatch(/^REOPENED; motion to exclude DENIED: /);
});

it('the subject counts rulings as more only after a ruling that it names', () => {
  const due = change('entry.new', { entry: entry({ description: 'ORDER: Objections due by 12/4/2026.' }) });
  const denied = change('entry.new', { entry: entry({ description: 'ORDER denying 40 Motion to Exclude' }) });
  const record = { ...widgetCase, caseName: 'Widget Company v. Rival Europe Industries' };
  const subject = subjectOf(changesContent([due, denied].map((one) => ({ ...one, record }))));
  expect(subject).toMatch(/Dec 4; 1 ruling: /);
});

it.each([
  ['REOPENED', { status: 'open', dateTerminated: '' }],
  ['case ENDED', { status: 'terminated', dateTerminated: '2026-11-20' }],
] as const)('of several ends and reopenings in one message only the last state is told: %s', (told, last) => {
  const ended = [
    { field: 'status', before: 'open', after: 'terminated' },
    { field: 'dateTerminated', before: '', after: '2026-11-18' },
  ];
  const reopened = ended.map(({ field, before, after }) => ({ field, before: after, after: before }));
  const fields = told === 'REOPENED' ? [ended, reopened] : [ended, reopened, ended];
  const record = { ...widgetCase, ...last };
  const changes = fields.map((some) => change('docket.status', { fields: some, record }));
  for (const given of [changes, changes.toReversed()]) {
    const { subject, ...outline } = alertOutline(changesContent(given), { discreet: true });
    const text = JSON.stringify(outline);
    expect(subject).toMatch(told === 'REOPENED' ? /^REOPENED: / : /^Case ENDED: /);
    expect(/check the docket for the dates of the reopened case/i.test(text)).toBe(told === 'REOPENED');
    expect(text.includes('Dates set before, if any, may no longer apply.')).toBe(told === 'case ENDED');
  }
});

const long = 'A name as long as only those of somebody who never read it in a list of mails can be, and then some';

function baseline(...names: readonly (readonly [name: string, records: number, matter?: string])[]): BaselineContent {
  return baselineContent(
    names.map(([name, records, matter]) =>
      announced({ id: name, name, matter, asks: 'dockets' }, { records, entries: records }),
    ),
  );
}

it.each([
  [
    baseline(['Our patent', 12, 'M-14'], ['Rival', 3], ['Acme', 1]),
    'Now watching Our patent (12 cases), Rival (3 cases) and 1 more watch [M-14]',
  ],
  [
    baseline(['Our patent', 12, 'M-14'], ['Typo', 0, 'M-9']),
    'Found NOTHING for Typo; now watching Our patent (12 cases) [M-9, M-14]',
  ],
])('the subject of a baseline has its matters and finds, and first any watch without a find', (content, subject) => {
  expect(subjectOf(content)).toBe(subject);
});

it('the subject of a baseline has at most 80 characters, whatever the names', () => {
  for (const found of [0, 7]) {
    const subject = subjectOf(baseline([long, 0, long], [`${long}!`, found, long], [`${long}?`, 5, long]));
    expect(subject.length).toBeLessThanOrEqual(80);
    expect(subject).toMatch(/^Found NOTHING .* \[A name as long as…\]$/);
  }
});

const unwatched: Notice = {
  incident: 'watch-unwatched',
  subject: long,
  phase: 'began',
  at: '2026-11-20T12:00:00.000Z',
  detail: 'Why.',
  matter: 'M-14',
  readers: true,
};

function notices(...some: readonly Notice[]): NoticeContent {
  return { kind: 'notice', id: 1, channel: 'ops', createdAt: unwatched.at, timezone: 'UTC', notices: some };
}

it('the subject of a notice to readers has the matter and the time, however long the name of the watch', () => {
  const content = notices(unwatched, { ...unwatched, subject: 'Another' });
  expect(alertOutline(content, { discreet: true }).title).toMatch(/^Could not check A name as .*; and 1 other notice$/);
  const subject = subjectOf(content);
  expect(subject.length).toBeLessThanOrEqual(80);
  expect(subject).toMatch(/^Could not check A.*… since Nov 20, 2026, .*; and 1 other notice \[M-14\]$/);
});

it('the subject of a notice to the operators has the matter of its watch', () => {
  const failing = { ...unwatched, incident: 'watch-failing', readers: false };
  expect(subjectOf(notices(failing))).toMatch(/^Tipstaff: checks keep failing: A name as long.* \[M-14\]$/);
  expect(subjectOf(notices(failing)).length).toBeLessThanOrEqual(80);
});

it('the subject ends with the matters of all cases, and counts those that do not fit', () => {
  const watches = ['M-14', 'M-15', 'M-2026-016'].map((matter, index) => ({ ...widgetWatch, id: `w${index}`, matter }));
  const subject = (of: readonly (typeof widgetWatch)[]) =>
    subjectOf(changesContent([change('docket.status', { watches: of.map((watch) => watch.id) })], { watches: of }));
  expect(subject(watches.slice(0, 1))).toMatch(/ \[M-14\]$/);
  expect(subject(watches.slice(0, 2))).toMatch(/ \[M-14, M-15\]$/);
  expect(subject(watches)).toMatch(/ \[M-14 \+2\]$/);
});

it('the subject counts the other cases, and says which are new or decided', () => {
  const cases = [1, 2, 3].map((number) => ({
    ...widgetCase,
    key: `k${number}`,
    docketNumber: `1:26-cv-0000${number}`,
  }));
  const changes = cases.map((record) => change('docket.new', { record }));
  expect(subjectOf(changesContent([...changes, change('entry.new', { entry: entry() })]))).toMatch(
    /^NEW CASE: Widget v\. Rival \(26-1\) \+3 cases \(2 new, 1 decided\) \[M-2026-014\]$/,
  );
});

it('the subject of an edited entry names the new time of its hearing', () => {
  const hearing = (hour: string) => `NOTICE of Hearing: Markman Hearing set for 12/10/2026 ${hour} before Judge Stone.`;
  const [before, after] = [hearing('10:00 AM'), hearing('02:00 PM')];
  const edited = change('entry.updated', {
    record: { ...widgetCase, status: 'open', dateTerminated: '' },
    entry: entry({ description: after, dateFiled: '2026-11-18' }),
    fields: [{ field: 'description', before, after }],
  });
  expect(subjectOf(changesContent([edited]))).toMatch(/^Markman hearing now Dec 10, 2:00 PM EST/);
});

it('the subject says that another case was reopened, not only that one ended', () => {
  const record = (number: number) => ({ ...widgetCase, key: `k${number}`, docketNumber: `1:26-cv-0000${number}` });
  const status = (before: string, after: string) => [{ field: 'status', before, after }];
  const changes = [
    change('docket.new', { record: record(1) }),
    change('docket.status', { record: record(2), fields: status('terminated', 'open') }),
    change('docket.status', { record: record(3), fields: status('open', 'terminated') }),
  ];
  expect(subjectOf(changesContent(changes))).toMatch(/\+2 cases \(1 reopened, 1 ended\)/);
});

it('a subject without room for what became of the other cases counts those that need the reader', () => {
  const record = (number: number) => ({ ...widgetCase, key: `k${number}`, docketNumber: `1:26-cv-0000${number}` });
  const turned = (number: number, before: string, after: string) =>
    change('docket.status', { record: record(number), fields: [{ field: 'status', before, after }] });
  const paper = (number: number, description: string) =>
    change('entry.new', { record: record(number), entry: entry({ description }) });
  const changes = [
    change('docket.new', { record: record(1) }),
    turned(2, 'terminated', 'open'),
    turned(3, 'open', 'terminated'),
    paper(4, 'NOTICE OF APPEAL to the Federal Circuit by Rival.'),
    paper(5, 'ORDER TO SHOW CAUSE why this case should not be dismissed.'),
    paper(6, 'JUDGMENT in favor of Widget Co.'),
  ];
  expect(subjectOf(changesContent(changes))).toMatch(
    /^NEW CASE: Widget v\. Rival \(.*26-1\) \+5 cases \(\d need you\)/,
  );
});

it('a notice names a cause that keeps many watches from being checked once, with every watch', () => {
  const names = Array.from({ length: 16 }, (_, index) => `Watch ${String.fromCharCode(65 + index)}`);
  const about = names.map(
    (name, index): Notice => ({
      ...unwatched,
      subject: name,
      at: index === 15 ? '2026-11-20T13:00:00.000Z' : unwatched.at,
      detail: `Nothing of ${name} could be checked since then (token refused), so nothing later is known.`,
    }),
  );
  const ended: Notice = { ...unwatched, subject: 'Watch Z', phase: 'ended', detail: 'Watch Z is checked again.' };
  const { sections } = alertOutline(notices(...about, ended), { discreet: true });
  expect(sections.map(({ title, lines }) => [title, ...lines])).toEqual([
    [
      'Could not check Watch A',
      'Nothing of Watch A could be checked since then (token refused), so nothing later is known.',
      `The same holds for ${names.slice(1, 15).join(', ')} and Watch P (since Nov 20, 2026, 1:00 PM UTC).`,
    ],
    ['Checks work again for Watch Z', 'Watch Z is checked again.'],
  ]);
});

it('a notice about an incident that ended and began again has the current state last', () => {
  const ended: Notice = { ...unwatched, phase: 'ended', detail: 'It was checked again.' };
  const { sections } = alertOutline(notices(unwatched, ended, { ...unwatched }), { discreet: true });
  expect(sections.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Checks work again for/),
    expect.stringMatching(/^Could not check/),
  ]);
});

it('watches with the same cause share one warning, with the times of the first and the last', () => {
  const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:07.000Z`;
  const blind = Array.from({ length: 39 }, (_, index) => ({
    watch: { ...widgetWatch, id: `w${index}`, name: `Watch ${index}` },
    knownUntil: at(index + 1),
    since: '2026-11-22T12:00:00.000Z',
    cause: null,
    reason: 'suspended',
  }));
  const longer = { ...blind[0], watch: widgetWatch, knownUntil: '2026-11-02T12:00:00.000Z' } as (typeof blind)[number];
  const coverage = { watches: 40, cases: 1, designs: 0, unwatched: [...blind, longer] };
  const { warnings } = alertOutline(changesContent([], { digest: true, coverage }), { discreet: true });
  expect(warnings?.map(({ text }) => text.slice(0, 116))).toEqual([
    'Last checked completely between Nov 21, 2026, 7:01 AM EST and Nov 21, 2026, 7:39 AM EST: Watch 0, Watch 1, Watch 2, ',
    'Last checked completely Nov 2, 2026, 7:00 AM EST: Widget patent, anywhere (no check succeeded since Nov 22, 2026, 7:',
  ]);
});

it('the subject has no document numbers, and counts rulings of one kind', () => {
  const denied = (documentNumber: string) =>
    change('entry.new', { entry: entry({ documentNumber, description: 'ORDER denying Motion to Dismiss.' }) });
  const subject = subjectOf(changesContent([denied('132'), denied('134')]));
  expect(subject).toBe('Motion to dismiss DENIED ×2: Widget v. Rival (D. Del. 20-168) [M-2026-014]');
});

it('the subject of a mandate says that the appeal was affirmed, not a motion', () => {
  const mandate = entry({ documentNumber: '51', description: 'MANDATE of USCA as to 40 Notice of Appeal. AFFIRMED.' });
  const subject = subjectOf(changesContent([change('entry.new', { entry: mandate })]));
  expect(subject).toMatch(/^Appeal AFFIRMED: /);
});

const paper = (description: string, caseName = 'Widget Co. v. Rival Europe, Inc.', docketNumber = '1:20-cv-00230') =>
  change('entry.new', {
    record: { ...widgetCase, key: docketNumber, caseName, docketNumber, dateTerminated: '' },
    entry: entry({ description }),
  });

it.each([
  [
    'it keeps the word that tells nine cases of one plaintiff apart',
    [paper('ORDER: Amended complaint due by 12/9/2026.')],
    /: Widget v\. Rival Europe \(.*20-230\)/,
  ],
  [
    'it writes the number of another court office as that court does',
    [paper('ORDER denying 12 Motion to Dismiss.', 'Widget v. Rival', '6:26-cv-45554')],
    'Motion to dismiss DENIED: Widget v. Rival (D. Del. 6:26-cv-45554) [M-2026-014]',
  ],
  [
    'it names a recommendation beside its date',
    [paper('REPORT AND RECOMMENDATIONS re 203 Motion to Dismiss. Objections to R&R due by 11/30/2026.')],
    /R&R on motion to dismiss.*20-230/,
  ],
  [
    'it has an order to show cause before the date of the response',
    [paper('ORDER TO SHOW CAUSE why this case should not be dismissed. Response due by 12/7/2026.')],
    /^ORDER TO SHOW CAUSE; response due Dec 7: Widget.*20-230/,
  ],
  [
    'it mentions a notice of appeal in another case',
    [
      paper('MOTION for Preliminary Injunction by Widget Co.'),
      paper('NOTICE OF APPEAL to the Federal Circuit by Rival.', 'Widget Co. v. Rival', '1:20-cv-00231'),
    ],
    /\+1 case \(appeal\)/,
  ],
])('a subject follows this rule: %s', (_, changes, subject) => {
  expect(subjectOf(changesContent(changes))).toMatch(subject);
});

it('the subject names a party that was added', () => {
  const parties = { field: 'parties', before: ['Widget Co.'], after: ['Widget Co.', 'Kelmont Devices, Inc.'] };
  const subject = subjectOf(changesContent([change('docket.updated', { fields: [parties] })]));
  expect(subject).toBe('Party Kelmont Devices added: Widget v. Rival (D. Del. 20-168) [M-2026-014]');
});

it('only a design of a register that renews is called renewed', () => {
  const fields = [{ field: 'expires', before: '2036-11-13', after: '2041-11-13' }];
  const renewed = change('design.renewed', { fields });
  const saidOf = (source: string) =>
    subjectOf(changesContent([{ ...renewed, record: { ...renewed.record, source } as SearchRecord }]));
  expect(saidOf('EMID')).toMatch(/^Renewed to Nov 13, 2041: /);
  expect(saidOf('USID')).toMatch(/^Now expires Nov 13, 2041: /);
});

it('a subject without room keeps the year of a date', () => {
  const fields = [{ field: 'expires', before: '2036-11-13', after: '2041-11-13' }];
  const renewed = change('design.renewed', { fields });
  const watches = [{ ...widgetWatch, matter: 'M-2026-014-LONG-NAME' }];
  const holders = ['Consolidated Dispensing and Packaging Industries of North America Holdings'];
  const others = Array.from({ length: 8 }, (_, index) =>
    change('entry.new', {
      record: { ...widgetCase, docketNumber: `1:20-cv-0016${index}` },
      entry: entry({ description: 'Summons Issued as to Rival Inc.. (bp)' }),
    }),
  );
  const record = { ...renewed.record, source: 'EMID', holders } as SearchRecord;
  expect(subjectOf(changesContent([{ ...renewed, record }, ...others], { watches }))).toContain('Nov 13, 2041');
});

it.each([
  ['a design that expired and was restored', 'design.status', ['ACT', 'EXP', 'ACT'], /^Status now active: /],
  ['a design that was restored and expired', 'design.status', ['EXP', 'ACT', 'EXP'], /^Expired: /],
  [
    'a design renewed twice',
    'design.renewed',
    ['2026-11-13', '2027-11-13', '2031-11-13'],
    /^Renewed to Nov 13, 2031: /,
  ],
] as const)('the subject tells only the last state of %s', (_, kind, values, subject) => {
  const field = kind === 'design.status' ? 'status' : 'expires';
  const changes = values
    .slice(1)
    .map((after, index) => change(kind, { fields: [{ field, before: values[index] ?? null, after }] }));
  for (const given of [changes, changes.toReversed()]) {
    const { subject: told, sections } = alertOutline(changesContent(given), { discreet: true });
    expect(told).toMatch(subject);
    expect(sections.flatMap(({ cards }) => cards.flatMap(({ items }) => items))).toHaveLength(2);
  }
});

it('the subject says that a case which was found again is gone, if it went after that', () => {
  const changes = [change('docket.back'), change('docket.gone')];
  expect(subjectOf(changesContent(changes))).toMatch(/^No longer found: /);
  expect(subjectOf(changesContent([change('docket.gone'), change('docket.back')]))).toMatch(/^Found again: /);
});

it('of two new judges only the present one is called so', () => {
  const judges = ['Ada B. Moss', 'Rosa Quill', 'Maria Stone'];
  const changes = judges
    .slice(1)
    .map((after, index) =>
      change('docket.updated', { fields: [{ field: 'assignedTo', before: judges[index] ?? null, after }] }),
    );
  for (const given of [changes, changes.toReversed()]) {
    const subject = subjectOf(changesContent(given));
    expect(subject).toMatch(/^NEW JUDGE Maria Stone/);
    expect(subject).not.toContain('Quill');
  }
});
