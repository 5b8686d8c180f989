import { describe, expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from './hits.ts';
import { officeThatKnows } from './office.ts';

const widget = { id: 'widget', dockets: { patentNumber: '6834603' } };
const rival = { id: 'rival', dockets: { companyName: 'Rival' } };

/** Returns an office on the day after its watches have taken their baseline of `start`. */
async function officeWith(settings: Record<string, unknown>, start: Parameters<typeof officeThatKnows>[0]) {
  const office = await officeThatKnows(start, settings);
  office.pass(1);
  return office;
}

describe('a change of a record', () => {
  it('is reported to the channels of every watch that holds the record, whichever check found it', async () => {
    const office = await officeWith(
      { watches: [widget, { ...rival, notify: ['brand', 'counsel'] }] },
      { dockets: [docketHit()] },
    );
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    expect(await office.check({ ids: ['rival'] })).toMatchObject([{ watch: 'rival', changes: 1 }]);
    expect(await office.newAlerts()).toEqual([
      'brand: docket.updated 1:20-cv-00168 assignedTo [rival]',
      'counsel: docket.updated 1:20-cv-00168 assignedTo [rival, widget]',
    ]);
    expect(await office.alertsOfCheck()).toEqual([]);
    expect((await office.changes()).map((change) => change.watches)).toEqual([['rival', 'widget']]);
  });

  it('is one .new for watches that find the record within a day, and names both on their channel', async () => {
    const office = await officeWith({ watches: [widget, rival] }, {});
    office.service.dockets = [docketHit({ dateFiled: '2026-11-20' })];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:20-cv-00168 entries=1 [rival, widget]']);
    expect(await office.changes()).toHaveLength(1);
  });

  it('reaches a channel only once when its second watch finds the record hours later', async () => {
    const office = await officeWith({ watches: [widget, { ...rival, notify: ['counsel', 'brand'] }] }, {});
    office.service.dockets = [docketHit({ dateFiled: '2026-11-20' })];
    expect(await office.alertsOfCheck({ ids: ['widget'] })).toEqual([
      'counsel: docket.new 1:20-cv-00168 entries=1 [widget]',
    ]);
    office.pass(0, 20);
    expect(await office.alertsOfCheck({ ids: ['rival'] })).toEqual([
      'brand: docket.new 1:20-cv-00168 entries=1 [rival]',
    ]);
    expect((await office.changes()).map((change) => change.watches)).toEqual([['rival', 'widget']]);
  });

  it('is a .new of its own for a watch that finds the record days later', async () => {
    const office = await officeWith({ watches: [widget, rival] }, {});
    office.service.dockets = [docketHit({ dateFiled: '2026-11-20' })];
    await office.check({ ids: ['widget'] });
    await office.check({ ids: ['rival'], after: 3 });
    expect((await office.changes()).map((change) => [change.kind, change.watches])).toEqual([
      ['docket.new', ['widget']],
      ['docket.new', ['rival']],
    ]);
  });

  it('reaches alerts only if `tell` of the watch names its kind, and the list of changes always', async () => {
    const office = await officeWith({ watches: [{ ...widget, tell: ['docket.status'] }] }, { dockets: [docketHit()] });
    office.service.dockets = [
      docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 20, 2026' })], {
        status: 'terminated',
        dateTerminated: '2026-11-20',
      }),
    ];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: docket.status 1:20-cv-00168 status dateTerminated [widget]',
    ]);
    expect((await office.changes()).map((change) => change.kind).sort()).toEqual(['docket.status', 'entry.new']);
  });
});

describe('a check of dockets', () => {
  it('reports a new case, and not its entries as well', async () => {
    const office = await officeWith({}, {});
    office.service.dockets = [docketWith([entryHit(1), entryHit(2)], { dateFiled: '2026-11-20' })];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:20-cv-00168 entries=2 [widget]']);
  });

  it('reports new entries one by one, a changed entry, and added attachments', async () => {
    const office = await officeWith({}, { dockets: [docketWith([entryHit(1), entryHit(2)])] });
    const twice = entryHit(0, { documentNumber: '', dateFiled: 'Nov 20, 2026', description: 'Filing fee received' });
    office.service.dockets = [
      docketWith([
        entryHit(1, { pdfUrl: 'https://files.example/1.pdf' }),
        entryHit(2, {
          extraDocument: [{ document_number: 1, document_href: '/doc1/9', pdf_url: '', patent_sumbers: [] }],
        }),
        entryHit(3, { dateFiled: 'Nov 20, 2026' }),
        { ...twice, documentHref: null },
        { ...twice, documentHref: null },
      ]),
    ];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: entry.new 1:20-cv-00168 #3 [widget]',
      'counsel: entry.new 1:20-cv-00168 #Filing fee received [widget]',
      'counsel: entry.new 1:20-cv-00168 #Filing fee received [widget]',
      'counsel: entry.updated 1:20-cv-00168 attachments [widget]',
      'counsel: entry.updated 1:20-cv-00168 pdfUrl [widget]',
    ]);
  });

  it('reports entries that were counted but not returned, and each of them once', async () => {
    const shown = Array.from({ length: 5 }, (_, index) => entryHit(index + 1));
    const office = await officeWith({}, { dockets: [docketWith(shown)] });
    office.service.dockets = [docketWith(shown, { entryTotal: 8 })];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: entry.unseen 1:20-cv-00168 entries=3 [widget]',
      'ops: docket-truncated began',
    ]);
    office.service.dockets = [docketWith(shown, { entryTotal: 8, assignedTo: 'Alan Reyes' })];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.updated 1:20-cv-00168 assignedTo [widget]']);
  });

  it('reports what was filed while checks failed as new entries, not as old ones', async () => {
    const office = await officeWith({}, { dockets: [docketWith([entryHit(1)])] });
    office.service.reply = () => ({ status: 503, body: 'down' });
    for (let day = 0; day < 12; day += 1) await office.check({ after: 1 });
    await office.newAlerts();
    office.service.reply = () => undefined;
    const missed = Array.from({ length: 30 }, (_, index) =>
      entryHit(index + 2, { documentNumber: '', documentHref: null, dateFiled: `Nov ${22 + (index % 3)}, 2026` }),
    );
    office.service.dockets = [docketWith([entryHit(1), ...missed])];
    const lines = (await office.alertsOfCheck()).filter((line) => line.startsWith('counsel'));
    const [news, others] = [true, false].map((is) => lines.filter((line) => line.includes('entry.new') === is));
    expect(news).toHaveLength(30);
    expect(others).toEqual(['counsel: watch-unwatched ended']);
  });

  it('reports entries to a watch as new even if another watch was checked since the entries were filed', async () => {
    const office = await officeWith(
      { watches: [widget, rival] },
      { dockets: [docketWith([entryHit(1)], { parties: ['Widget Co.'] })] },
    );
    for (let day = 0; day < 12; day += 1) {
      await office.check({ ids: ['rival'], after: 1 });
    }
    const missed = Array.from({ length: 30 }, (_, index) =>
      entryHit(index + 2, { documentNumber: '', documentHref: null, dateFiled: `Nov ${22 + (index % 3)}, 2026` }),
    );
    office.service.dockets = [docketWith([entryHit(1), ...missed], { parties: ['Widget Co.', 'Rival Inc.'] })];
    await office.check({ ids: ['rival'] });
    const kinds = (await office.changes()).map((change) => `${change.kind} ${change.watches}`);
    expect(kinds.sort()).toEqual(['docket.new rival', 'docket.updated widget', ...Array(30).fill('entry.new widget')]);
  });
});

describe('a check of designs', () => {
  const settings = { watches: [{ id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival', litigation: true } }] };

  it('reports each kind of change of a design', async () => {
    const quiet = { litigationStatus: 'success', caseTotal: 0, cases: [] };
    const office = await officeWith(settings, { designs: [1, 2, 3, 4].map((number) => designHit(number, quiet)) });
    const suit = {
      caseId: 5,
      docketNumber: '1:26-cv-9',
      caseName: 'Rival v. Copy',
      court: 'ded',
      status: 'open',
      dateFiled: '2026-11-19',
      parties: [],
      patentNumbers: [],
      entries: [],
    };
    office.service.designs = [
      designHit(1, { ...quiet, STATUS: 'EXP' }),
      designHit(2, {
        ...quiet,
        HOL: ['Rival Bottles GmbH', 'Rival Nord AB'],
        PROD: ['Flask'],
        LCS: ['09-03'],
        DS: ['FR'],
        IMG: ['/img/other.jpg'],
      }),
      designHit(3, { ...quiet, ED: '2034-05-06' }),
      designHit(4, { litigationStatus: 'success', caseTotal: 1, cases: [suit] }),
      designHit(5, { ...quiet, RD: '2026-11-19T23:59:59Z' }),
    ];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: design.litigation DM/200004 litigation [bottles]',
      'counsel: design.new DM/200005 [bottles]',
      'counsel: design.renewed DM/200003 expires [bottles]',
      'counsel: design.status DM/200001 status [bottles]',
      'counsel: design.updated DM/200002 holders products locarno designated images [bottles]',
    ]);
    expect(await office.alertsOfCheck()).toEqual([]);
  });

  it('treats a record that came without an ID, and later with one, as one record', async () => {
    const office = await officeWith(
      { ...settings, goneAfterChecks: 1 },
      { designs: [designHit(1, { ID: '' }), designHit(2, { ID: null })] },
    );
    office.service.designs = [designHit(1), designHit(2)];
    expect(await office.check()).toMatchObject([{ outcome: 'complete', reason: null, changes: 0 }]);
    office.service.designs = [designHit(1, { ID: undefined }), designHit(2)];
    expect(await office.alertsOfCheck()).toEqual([]);
    expect(await office.store.db.selectFrom('records').select('key').execute()).toHaveLength(2);
  });

  it('reports only whole words to whole-word watches, including a holder renamed into them', async () => {
    const office = await officeWith(
      {
        watches: [
          { id: 'whole', designs: { source: 'HAGUE', holder: 'DOK', wholeWord: true } },
          { id: 'loose', designs: { source: 'HAGUE', holder: 'DOK' }, notify: ['brand'] },
        ],
      },
      { designs: [designHit(1, { HOL: ['Hatsudoki K.K.'] })] },
    );
    office.service.designs = [
      designHit(1, { HOL: ['Hatsudoki K.K.'], STATUS: 'EXP' }),
      designHit(2, { HOL: ['Dokument AG'], RD: '2026-11-20' }),
      designHit(3, { HOL: ['dok, s.r.o.'], RD: '2026-11-20' }),
    ];
    await office.check();
    expect(office.service.calls).toHaveLength(2);
    expect(await office.newAlerts()).toEqual([
      'brand: design.new DM/200002 [loose]',
      'brand: design.new DM/200003 [loose]',
      'brand: design.status DM/200001 status [loose]',
      'counsel: design.new DM/200003 [whole]',
    ]);
    office.service.designs = [
      designHit(1, { HOL: ['Dok FoundBy'], STATUS: 'EXP' }),
      ...office.service.designs.slice(1),
    ];
    expect(await office.alertsOfCheck()).toEqual([
      'brand: design.updated DM/200001 holders [loose]',
      // The holders before and after let the message say that the design changed hands.
      'counsel: design.new DM/200001 holders [whole]',
    ]);
  });
});
