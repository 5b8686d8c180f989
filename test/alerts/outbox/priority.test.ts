import { describe, expect, it } from 'vitest';
import { recordNews } from '../../../src/alerts/message/recordNews.ts';
import { prioritise } from '../../../src/reading/changePriority.ts';
import type { ChangeKind } from '../../../src/records/diff/change.ts';
import { change, changesContent, entry, rivalWatch, widgetCase, widgetWatch } from './samples.ts';

const reported = (description: string, watches = ['widget-patent']) =>
  change('entry.new', { entry: entry({ description }), watches });

describe('the priority of an entry', () => {
  it.each([
    ['act', 'JUDGMENT', 'JUDGMENT in favor of Widget Co.'],
    ['read', 'ORDER · extension of time GRANTED', 'ORDER granting 12 Motion for Extension of Time'],
    ['act', 'MOTION for injunction', 'MOTION for Preliminary Injunction by Widget Co.'],
    ['act', 'VERDICT', 'JURY VERDICT for the plaintiff'],
    ['read', 'DISMISSAL', 'STIPULATION of Dismissal with prejudice'],
    ['read', 'ORDER · case DISMISSED', 'SO ORDERED, re 88 STIPULATION of Dismissal with prejudice'],
    ['read', 'ORDER · case DISMISSED', 'ORDER GRANTING 88 Stipulation of Dismissal with prejudice. Case closed.'],
    ['act', 'ORDER · motion to dismiss GRANTED', 'ORDER granting 12 Motion to Dismiss. Case dismissed with prejudice'],
    ['read', 'MOTION to dismiss', 'MOTION to Dismiss for failure to state a claim'],
    ['read', 'OPPOSITION · motion to dismiss', 'ANSWERING BRIEF in Opposition re 14 Motion to Dismiss'],
    ['act', 'SUMMONS SERVED', 'SUMMONS Returned Executed. Rival GmbH served on 11/25/2026, answer due 12/16/2026'],
    ['routine', 'APPEARANCE', 'NOTICE of Appearance by Ada Moss on behalf of Rival GmbH'],
    ['routine', 'LETTER', 'LETTER to Judge Stone'],
    ['routine', '', ''],
  ])('is %s, with the label "%s"', (priority, label, description) => {
    expect(prioritise(reported(description), [widgetWatch])).toMatchObject({ priority, label, unshown: false });
  });

  it.each([
    ['routine', '', ' Modified on 11/20/2017 (abc).'],
    ['read', 'order on motion to dismiss STRICKEN', ' STRICKEN per order of 11/20/2017.'],
    ['read', 'HEARING VACATED', ' (Hearing on 12/1/2026 VACATED per D.I. 206)'],
  ])('is %s after an edit, with the label "%s", by what was added', (priority, label, added) => {
    const before = 'ORDER granting 14 Motion to Dismiss';
    const edited = change('entry.updated', {
      entry: entry({ description: before + added }),
      fields: [{ field: 'description', before, after: before + added }],
    });
    expect(prioritise(edited, [widgetWatch])).toMatchObject({ priority, label });
  });
});

it('a date that two filings name is shown once, and is not repeated as the reason', () => {
  const served = (party: string) =>
    change('entry.new', {
      entry: entry({ description: `SUMMONS Returned Executed. ${party} served on 11/25/2026, answer due 12/16/2026` }),
    });
  const [twice] = recordNews(changesContent([served('Rival GmbH'), served('Rival GmbH')]));
  expect([twice?.priority, twice?.happened.match(/answer due Dec 16 \(Rival GmbH\)/g)?.length, twice?.reason]).toEqual([
    'act',
    1,
    '',
  ]);
});

describe('an edit of a date', () => {
  const edited = (before: string, after: string) =>
    prioritise(
      change('entry.updated', {
        entry: entry({ description: after, dateFiled: '2026-11-18' }),
        fields: [{ field: 'description', before, after }],
      }),
      [widgetWatch],
    );

  it('has the priority act and the label DATE CHANGED, even if nothing else was edited', () => {
    const order = (day: string) => `ORDER: Rival shall produce the documents no later than ${day}. (mst)`;
    const { priority, label, reading } = edited(order('11/30/2026'), `${order('12/11/2026')} (Modified on 11/20/2026)`);
    expect({ priority, label, dates: reading?.dates }).toMatchObject({
      priority: 'act',
      label: 'DATE CHANGED',
      dates: [{ date: '2026-12-11', what: 'deadline', words: expect.stringContaining('shall produce') }],
    });
  });

  it('has the priority act if it changes only the hour, or adds the first date', () => {
    const hearing = (hour: string) =>
      `NOTICE of Hearing: Motion Hearing set for 12/11/2026 ${hour} before Judge Stone.`;
    expect(edited(hearing('09:00 AM'), hearing('02:00 PM'))).toMatchObject({ priority: 'act', label: 'DATE CHANGED' });
    const motion = 'MOTION to Compel by Widget Co.';
    expect(edited(motion, `${motion} Responses due by 12/11/2026`)).toMatchObject({
      priority: 'act',
      label: 'NEW DATE',
    });
  });

  it('is routine if the dates stay the same, or if only the title remains', () => {
    const order = 'ORDER: Responses due by 12/11/2026.';
    expect(edited(order, `${order} (Attachments: # 1 Exhibit)`)).toMatchObject({ priority: 'routine', label: '' });
    expect(edited(order, 'Order')).toMatchObject({ priority: 'routine', label: '' });
  });
});

describe('an edit of a ruling', () => {
  const ruled = (before: string, after: string) =>
    prioritise(
      change('entry.updated', {
        entry: entry({ description: after }),
        fields: [{ field: 'description', before, after }],
      }),
      [widgetWatch],
    );

  it.each([
    [
      'act',
      'motion to dismiss GRANTED',
      'ORDER granting in part 14 Motion to Dismiss',
      'ORDER granting 14 Motion to Dismiss',
    ],
    ['read', 'motion to compel DENIED', 'ORDER granting 18 Motion to Compel', 'ORDER denying 18 Motion to Compel'],
  ])('has the priority %s and the label "RULING CHANGED: %s"', (priority, label, before, after) => {
    expect(ruled(before, after)).toMatchObject({ priority, label: `RULING CHANGED: ${label}` });
  });

  it('has the label JUDGMENT EDITED if words of a judgment were replaced, and no label if some were only added', () => {
    const judgment = 'JUDGMENT in favor of Widget Co. and against Rival GmbH';
    const swapped = ruled(judgment, 'JUDGMENT in favor of Rival GmbH and against Widget Co.');
    expect(swapped).toMatchObject({ priority: 'read', label: 'JUDGMENT EDITED' });
    expect(ruled(judgment, `${judgment} (mst)`)).toMatchObject({ priority: 'routine', label: '' });
    expect(ruled(judgment, `${judgment} [DOCKETED IN ERROR]`).label).toMatch(/DOCKETED IN ERROR$/);
  });

  it('is not labeled as terminated if a clerk adds that the case was terminated', () => {
    const order = 'STIPULATION AND ORDER of Dismissal';
    expect(ruled(order, `${order} (*** Civil Case Terminated)`)).toMatchObject({ priority: 'read', label: '' });
  });

  it('has no such label if the ruling stays the same', () => {
    const order = 'ORDER granting 18 Motion to Compel';
    expect(ruled(order, `${order} Signed by Judge Maria Stone.`).label).toBe('');
  });
});

describe('the priority of a change other than an entry', () => {
  it.each<['act' | 'read', ...ChangeKind[]]>([
    ['act', 'docket.new', 'entry.unseen'],
    ['read', 'docket.status', 'docket.updated', 'docket.gone', 'docket.back'],
    ['read', 'design.new', 'design.alike', 'design.status', 'design.litigation'],
    ['read', 'design.updated', 'design.renewed', 'design.gone', 'design.back'],
  ])('is %s by its kind', (priority, ...kinds) => {
    const found = kinds.map((kind) => prioritise(change(kind), [widgetWatch]).priority);
    expect(found).toEqual(kinds.map(() => priority));
  });
});

describe('the reason to act', () => {
  const reasonOf = (given: Parameters<typeof prioritise>[0]) => prioritise(given, [widgetWatch]).reason;

  it.each([
    ['due', 'SUMMONS Returned Executed. Rival GmbH served on 11/25/2026, answer due 12/16/2026'],
    ['decided', 'JUDGMENT in favor of Widget Co.'],
    ['decided', 'ORDER vacating judgment'],
    ['decided', 'ORDER denying 245 Motion for New Trial'],
    ['decided', 'ORDER setting aside 45 Default Judgment'],
    ['decided', 'ORDER granting 50 Motion to Vacate Judgment'],
    ['decided', 'ORDER: The judgment entered 1/2/2026 is hereby VACATED'],
    [undefined, 'ORDER denying 50 Motion to Vacate Judgment'],
    [undefined, 'ORDER granting 12 Motion for Extension of Time to Respond to Motion to Vacate Judgment'],
    [undefined, 'ORDER vacating hearing date'],
    [undefined, 'ORDER vacating summary judgment hearing'],
    [undefined, 'ORDER: The hearing on the motion for summary judgment is vacated'],
    ['transferred', 'Transfer ORDER. Signed by Judge A. B. Stone on 1/2/2026.'],
    ['transferred', 'ORDER transferring case'],
    ['transferred', 'ORDER transferring venue to the Eastern District of Texas'],
    [undefined, 'ORDER transferring case to Judge Stone'],
    [undefined, 'ORDER transferring case to the Honorable A. B. Stone'],
    [undefined, 'TRANSFER ORDER. Case reassigned to Judge Stone'],
    [undefined, 'ORDER vacating Transfer Order'],
    ['injunction', 'MOTION for Preliminary Injunction by Widget Co.'],
    [undefined, 'ORDER denying 12 Motion for Preliminary Injunction'],
    [undefined, 'SCHEDULING ORDER: Markman Hearing set for 6/26/2027 at 10:00 AM'],
    [undefined, 'STIPULATION of Dismissal with prejudice'],
  ])('is %s for %s', (reason, description) => {
    expect(reasonOf(reported(description))).toBe(reason);
  });

  it('is a new case or a joined party, but not an old case that only became visible', () => {
    expect(reasonOf(change('docket.new'))).toBe('new case');
    expect(reasonOf(change('docket.new', { joined: { party: 'Rival GmbH' } }))).toBe('joined');
    expect(reasonOf(change('docket.new', { note: 'newly visible, filed 2019' }))).toBeUndefined();
  });

  it('is a reopened case, a case about a design, and a design that is very similar to an own one', () => {
    const reopened = [{ field: 'dateTerminated', before: '2026-11-01', after: null }];
    expect(reasonOf(change('docket.status', { fields: reopened }))).toBe('reopened');
    const status = (before: string, after: string, field = 'status') =>
      reasonOf(change('docket.status', { fields: [{ field, before, after }] }));
    expect(status('Terminated', 'Active')).toBe('reopened');
    for (const same of [status('Active', 'Open'), status('TERMINATED', 'terminated'), status('Active', 'Terminated')])
      expect(same).not.toBe('reopened');
    expect(status('Terminated', 'Active', 'natureOfSuit')).not.toBe('reopened');
    const cases = [{ field: 'litigation', before: [], after: ['1:26-cv-00504 Widget Co. v. Rival'] }];
    expect(reasonOf(change('design.litigation', { fields: cases }))).toBe('litigation');
    const alike = { likeness: 0.83, own: 'DM/950012', picture: '', rank: 0.83, watch: 'bottles' };
    expect(reasonOf(change('design.new', { alike }))).toBe('alike');
    expect(reasonOf(change('design.alike', { alike }))).toBe('alike');
    expect(reasonOf(change('design.new', { alike: { ...alike, likeness: 0.7 } }))).toBeUndefined();
    expect(reasonOf(change('design.new', { alike: { ...alike, reviewed: 'not alike' } }))).toBeUndefined();
  });

  it('is no date that was past when it was found', () => {
    const old = entry({ description: 'ORDER: Responses due by 8/14/2026.', dateFiled: '2026-08-01' });
    expect(reasonOf(change('entry.new', { entry: old }))).toBeUndefined();
  });
});

describe('the settings `mute` and `important` of a watch', () => {
  it('mute a change of a case by its name and its parties', () => {
    const ended = change('docket.status');
    for (const word of ['Widget Co. v. Rival', 'Rival GmbH']) {
      expect(prioritise(ended, [{ ...widgetWatch, mute: [word] }]).unshown).toBe(true);
    }
  });

  it('raise a change to the priority act, by word or by kind', () => {
    const letter = reported('LETTER to Judge Stone');
    expect(prioritise(letter, [{ ...widgetWatch, important: ['letter'] }])).toMatchObject({
      priority: 'act',
      label: 'LETTER',
    });
    expect(prioritise(letter, [{ ...widgetWatch, important: ['entry.new'] }]).priority).toBe('act');
  });

  it('mute a change by word or by kind, with whole words only', () => {
    const letter = reported('LETTER to Judge Stone');
    expect(prioritise(letter, [{ ...widgetWatch, mute: ['Letter'] }]).unshown).toBe(true);
    expect(prioritise(letter, [{ ...widgetWatch, mute: ['entry.new'] }]).unshown).toBe(true);
    expect(prioritise(letter, [{ ...widgetWatch, mute: ['let', 'tone', ' '] }]).unshown).toBe(false);
  });

  it('do not mute a change that another of its watches reports', () => {
    const letter = reported('LETTER to Judge Stone', ['widget-patent', 'rival-cases']);
    expect(prioritise(letter, [{ ...widgetWatch, mute: ['letter'] }, rivalWatch]).unshown).toBe(false);
  });

  it('do not mute a change that is important too', () => {
    const watch = { ...widgetWatch, mute: ['letter'], important: ['stone'] };
    expect(prioritise(reported('LETTER to Judge Stone'), [watch])).toMatchObject({ priority: 'act', unshown: false });
  });
});

it('records of one rank and day come in the order in which their changes were found, on a page as in a mail', () => {
  const some = [1, 2].map((id) => ({ ...change('docket.status'), id, record: { ...widgetCase, key: String(id) } }));
  const keys = (changes: typeof some) => recordNews(changesContent(changes)).map(({ record }) => record.key);
  expect(keys(some.toReversed())).toEqual(keys(some));
});
