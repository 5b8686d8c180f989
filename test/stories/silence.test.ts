import { describe, expect, it } from 'vitest';
import { weekMs } from '../../src/base/time.ts';
import { endDueHolds } from '../../src/check/changeHolds.ts';
import { mute } from '../../src/cli/holds.ts';
import type { Program } from '../../src/daemon/program.ts';
import type { User } from '../../src/people/usersTable.ts';
import { listQuieted, runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { sendForm } from '../web/sendForm.ts';
import { signedIn } from '../web/signedIn.ts';
import { firmWithMail, linksOf, presses } from './mailLinks.ts';

/** Opens a firm with a mail, and users of its pages. */
async function firmWithUsers(settings = {}) {
  const { firm, silencing } = await firmWithMail(settings);
  const { store, now } = firm.office;
  const user = (name: string, over: Partial<User>) => signedIn({ store, url: firm.url }, name, over, now);
  const ed = await user('ed', { role: 'editor' });
  const reads = async (path: string) => (await (await ed.show(path)).text()).replace(/<[^>]+>/g, '');
  const texts = async () => (await firm.checkAndSend()).map(({ text }) => text).join();
  return { firm, db: store.db, silencing, user, ed, reads, texts };
}

describe("the page behind a mail's link, for a user who is signed in,", () => {
  it('mutes a case for a week, after which its news is sent', async () => {
    const { firm, db, silencing, ed, reads, texts } = await firmWithUsers();
    expect(await reads(silencing)).toContain('for everybody whom “Widget patent” notifies (counsel)');
    expect(await (await ed.show('/cases/7001')).text()).toContain(`<a href="${silencing}">Mute`);
    expect(await runningHolds(db)).toEqual([]);
    const done = await presses(ed, silencing, 'Mute the case');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/cases/7001']);
    expect(await runningHolds(db)).toMatchObject([
      { watchId: 'widget', recordId: expect.any(Number), author: 'ed', reason: expect.stringMatching(/^alert \d+$/) },
    ]);
    expect((await listAudit(db, { limit: 5 })).map(({ what }) => what)).toContain('record.mute');

    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect(await firm.checkAndSend()).toEqual([]);
    firm.office.pass(8, 1);
    await endDueHolds(firm.office.store, firm.office.parts().config, firm.office.now);
    expect(await texts()).toContain('NOTICE of Appeal by Widget Co.');
  });

  it('mutes a case only for the watches of the mail, while another matter still gets its news', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const watches = [
      { id: 'widget', name: 'Widget patent', matter: 'M-1', notify: ['counsel'], dockets },
      { id: 'other', name: 'The same, elsewhere', matter: 'M-2', notify: ['ops'], dockets },
    ];
    const { firm, db, silencing, ed, reads } = await firmWithUsers({ watches });
    await presses(ed, silencing, 'Mute the case');
    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect((await firm.checkAndSend()).map(({ to }) => to)).toEqual([['ops@firm.example']]);
    const note = /Muted until the end of Sat, Nov 28 for Widget patent by ed: alert \d+\. Its alerts\s+wait/;
    expect(await reads('/cases/7001')).toMatch(note);
    expect(await reads('/')).toContain('Muted until the end of Sat, Nov 28: Widget Co. v. Rival Inc.');
    expect(await reads('/watches/widget')).toMatch(/MutedWidget Co[\s\S]*ed, [\s\S]*until the end of Sat, Nov 28/);
    expect((await runningHolds(db))[0]?.label).toMatch(/1:20-cv-00168, for Widget patent$/);
    expect((await presses(ed, '/cases/7001', 'End the mute')).headers.get('location')).toBe('/cases/7001');
    expect((await firm.checkAndSend()).map(({ to }) => to)).toEqual([['counsel@firm.example']]);
    for (const path of ['/', '/cases/7001', '/watches/widget']) expect(await reads(path)).not.toContain('Muted');
  });

  it('shows a mute of the command line, which only a user who sees every watch can end', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const watches = ['M-1', 'M-2'].map((matter) => ({ id: matter, matter, notify: ['counsel'], dockets }));
    const { firm, db, user, ed, reads } = await firmWithUsers({ watches });
    const until = new Date(firm.office.now.getTime() + weekMs).toISOString();
    await mute(firm.office.parts() as unknown as Program, '1:20-cv-00168', { until, why: 'talks', author: 'root' });
    expect(await reads('/cases/7001')).toMatch(/Muted until [\s\S]* by root: Talks\. Its alerts/i);
    expect(await reads('/')).toMatch(/Muted until .*: Widget Co\. v\. Rival Inc\./);
    const may = await user('may', { role: 'editor', matters: ['M-1'] });
    expect(await (await may.show('/')).text()).toContain('Muted until');
    expect(await (await may.show('/cases/7001')).text()).not.toContain('End the mute');
    // The reason may be that of a matter which this user does not see.
    const explained = '/changes?why=1%3A20-cv-00168';
    expect(await reads(explained)).toContain('because: talks');
    for (const path of ['/cases/7001', explained])
      expect(await (await may.show(path)).text(), path).not.toMatch(/talks/i);
    await may.send('/cases/7001/unmute', {});
    expect(await runningHolds(db)).toMatchObject([{ watchId: null }]);
    await presses(ed, '/cases/7001', 'End the mute');
    expect(await runningHolds(db)).toEqual([]);
  });

  it('mutes a watch for a week, and does not shorten a mute of a case without an end', async () => {
    const { db, silencing, ed } = await firmWithUsers();
    await presses(ed, silencing, 'Mute the case');
    await db.updateTable('holds').set({ until: null }).execute();
    expect((await presses(ed, silencing, 'Mute the case')).status).toBe(422);
    expect(await runningHolds(db)).toMatchObject([{ watchId: 'widget', until: null }]);
    expect((await presses(ed, silencing, 'Mute the watch')).headers.get('location')).toBe('/watches/widget');
    const [, ofWatch] = await runningHolds(db);
    expect(ofWatch).toMatchObject({ watchId: 'widget', recordId: null, until: expect.any(String) });
  });

  it('stops a kind of change, which the page of the watch can undo', async () => {
    const { firm, silencing, ed, reads, texts } = await firmWithUsers();
    await presses(ed, silencing, 'Stop reporting in Widget patent: order entries, new or edited');
    firm.files('Nov 21, 2026', 'ORDER granting 5 Motion for Extension of Time.');
    expect(await firm.checkAndSend()).toEqual([]);
    expect((await firm.office.changes()).at(-1)?.filteredOut).toEqual({
      widget: 'stopped on the page: order entries, new or edited',
    });
    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect(await texts()).toContain('NOTICE of Appeal');

    expect(await reads('/watches/widget')).toContain('Not reported any more: order entries, new or edited');
    expect(await reads(silencing)).toContain('Widget patent does not report order entries, new or edited any');
    await presses(ed, '/watches/widget', 'Report it again');
    firm.files('Nov 22, 2026', 'ORDER granting 6 Motion for Extension of Time.');
    expect(await texts()).toContain('granting 6 Motion');
  });

  it('names who and which watches are affected, and can stop a kind in all watches of the matter', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const watches = [
      { id: 'widget', name: 'Widget patent', matter: 'M-1', notify: ['counsel'], dockets },
      { id: 'party', name: 'Rival in court', matter: 'M-1', notify: ['ops'], dockets: { companyName: 'Rival' } },
      { id: 'other', name: 'Elsewhere', matter: 'M-2', notify: ['ops'], dockets: { companyName: 'Kelmont' } },
    ];
    const { firm, db, silencing, ed, reads } = await firmWithUsers({ watches });
    const page = await reads(silencing);
    expect(page).toContain('What you choose is for everybody whom “Widget patent” notifies (counsel)');
    expect(page).toContain(
      'The second button applies to everybody whom “Widget patent” and “Rival in court” notify (counsel, ops)',
    );
    firm.files('Nov 21, 2026', 'LETTER to the Court by Widget Co.');
    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    const both = await reads(linksOf(await firm.checkAndSend()).silencing);
    expect(both.match(/Stop it in both watches/g)?.length).toBeGreaterThan(1);
    expect(both.match(/The second button applies/g)).toHaveLength(1);
    await presses(ed, silencing, 'Stop it in both watches of M-1');
    expect((await listQuieted(db, 'party')).length).toBeGreaterThan(0);
    expect(await listQuieted(db, 'party')).toMatchObject(
      (await listQuieted(db, 'widget')).map(({ kind }) => ({ kind })),
    );
    expect(await listQuieted(db, 'other')).toEqual([]);
  });

  it('offers for an edited letter to stop edits, and not letters, so that new letters are still reported', async () => {
    const { firm, ed, reads, texts } = await firmWithUsers();
    firm.files('Nov 20, 2026', 'LETTER to the Court by Widget Co.');
    await firm.checkAndSend();
    firm.edits('LETTER to Judge Hollis by Widget Co.');
    const { silencing } = linksOf(await firm.checkAndSend());
    const page = await reads(silencing);
    expect(page).toContain('Stop reporting in Widget patent: edits of filings');
    expect(page).not.toContain('letter, new or edited');
    await presses(ed, silencing, 'Stop reporting in Widget patent: edits of filings');
    firm.files('Nov 21, 2026', 'LETTER to the Court by Rival Inc.');
    expect(await texts()).toContain('LETTER to the Court by Rival Inc.');
  });

  it('refuses a reader, and does not exist for a user of other matters', async () => {
    const { db, silencing, user } = await firmWithUsers();
    const reader = await user('rea', { role: 'reader' });
    const page = await reader.show(silencing);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('This needs the role editor.')]);
    expect((await reader.send(`${silencing}/mute`, { until: '2026-12-01', why: 'noise' })).status).toBe(403);
    const other = await user('oth', { role: 'editor', matters: ['M-2'] });
    expect((await other.show(silencing)).status).toBe(404);
    expect((await other.send(`${silencing}/mute`, { until: '2026-12-01', why: 'noise' })).status).toBe(404);
    expect(await runningHolds(db)).toEqual([]);
  });
});

it('the page of a watch can limit the reports by priority', async () => {
  const { firm } = await firmWithMail();
  const page = '/watches/widget';
  const quieten = (kind: string) => sendForm(firm.url, `${page}/quieten`, { kind }, {}, page);
  expect((await quieten('everything')).status).toBe(422);
  expect((await quieten('routine')).status).toBe(303);
  expect(await firm.reads(page)).toContain('Not reported any more: what is routine');
  firm.files('Nov 21, 2026', 'LETTER to the Court by Widget Co.');
  expect(await firm.checkAndSend()).toEqual([]);
  firm.files('Nov 21, 2026', 'MOTION to Compel by Widget Co.');
  expect((await firm.checkAndSend()).map(({ text }) => text).join()).toContain('MOTION to Compel');
  const changes = await firm.reads('/changes?why=Widget');
  expect(changes).toContain('chose not to report what is routine');
  expect(changes).toContain('Not reported: stopped on the page: what is routine');
  await quieten('read');
  firm.files('Nov 22, 2026', 'MOTION to Seal by Widget Co.');
  expect(await firm.checkAndSend()).toEqual([]);
  expect((await firm.office.changes()).at(-1)?.filteredOut).toEqual({
    widget: 'stopped on the page: what does not need you',
  });
  firm.files('Nov 22, 2026', 'ORDER: answer due 12/4/2026.');
  firm.shows({ status: 'terminated', dateTerminated: 'Nov 22, 2026' });
  const text = (await firm.checkAndSend()).map((mail) => mail.text).join();
  expect(text).toContain('answer due');
  expect(text).toContain('terminated');
});
