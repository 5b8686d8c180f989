import { describe, expect, it } from 'vitest';
import { endDueHolds } from '../../src/check/holds.ts';
import { indexPending } from '../../src/find/indexPendingQueries.ts';
import { runningHolds } from '../../src/holds/holdsTable.ts';
import { listAudit } from '../../src/people/auditTable.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { sendForm } from '../web/sendForm.ts';
import { openFirm } from './firm.ts';

const publicUrl = 'http://tipstaff.localhost';

/** A firm whose last mail told of an order, and what a browser without any session does with the links of that mail. */
async function firmWithMail(settings = {}) {
  const firm = await openFirm({ http: { publicUrl }, ...settings });
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.looks();
  firm.files('Nov 20, 2026', 'ORDER granting 1 Motion to Dismiss. Answer due 12/4/2026.');
  firm.office.pass(1);
  const mail = (await firm.looks()).find(({ to }) => to.includes('counsel@firm.example'));
  const path = (verb: string) => {
    const found = mail?.links.find((link) => link.endsWith(`/${verb}`)) ?? expect.fail(`no link to ${verb}`);
    return found.slice(publicUrl.length);
  };
  const opens = (address: string) => fetch(firm.url + address, { redirect: 'manual' });
  const presses = async (address: string, chosen: Record<string, string> = {}) => {
    const page = await opens(address);
    const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
    const fields = (await page.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    return fetch(firm.url + address, {
      method: 'POST',
      headers: { cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        ...Object.fromEntries([...fields].map(([, name, value]) => [name, value])),
        ...chosen,
      }),
    });
  };
  return { firm, mail, path, opens, presses };
}

describe('from a mail, without signing in', () => {
  it('a case is muted for a week: the link asks, the button does it, and what happened meanwhile comes then', async () => {
    const { firm, path, opens, presses } = await firmWithMail();
    const { db } = firm.office.store;
    const asked = await (await opens(path('mute-record'))).text();
    expect(asked).toContain('Until ');
    expect(asked).toContain('What happens meanwhile is kept');
    expect(await runningHolds(db)).toEqual([]);

    const done = await presses(path('mute-record'));
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Muted for a week')]);
    expect(await runningHolds(db)).toMatchObject([
      { watchId: 'widget', recordId: expect.any(Number), author: 'a reader of counsel, from a mail', isChecked: true },
    ]);
    expect((await listAudit(db, { limit: 5 })).map(({ what }) => what)).toContain('record.mute');

    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect(await firm.looks()).toEqual([]);
    firm.office.pass(7, 1);
    await endDueHolds(firm.office.store, firm.office.parts().config, firm.office.now);
    const later = await firm.looks();
    expect(later.map(({ text }) => text).join()).toContain('NOTICE of Appeal by Widget Co.');
  });

  it('a case is muted for the watches of the mail alone: who follows it in another matter hears of it', async () => {
    const dockets = { patentNumber: '6,834,603' };
    const watches = [
      { id: 'widget', name: 'Widget patent', matter: 'M-1', notify: ['counsel'], dockets },
      { id: 'other', name: 'The same, elsewhere', matter: 'M-2', notify: ['ops'], dockets },
    ];
    const { firm, path, presses } = await firmWithMail({ watches });
    await presses(path('mute-record'));
    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect((await firm.looks()).map(({ to }) => to)).toEqual([['ops@firm.example']]);
    expect(await firm.reads('/cases/7001')).toMatch(/Muted until .* Widget patent by a reader of counsel, from a mail/);
  });

  it('a case that was ignored for good stays so', async () => {
    const { firm, path, presses } = await firmWithMail();
    const { db } = firm.office.store;
    await presses(path('mute-record'));
    await db.updateTable('holds').set({ until: null }).execute();
    expect(await (await presses(path('mute-record'))).text()).toContain('Not done');
    expect(await runningHolds(db)).toMatchObject([{ watchId: 'widget', until: null }]);
  });

  it('a watch is muted for a week, by name', async () => {
    const { firm, path, presses, opens } = await firmWithMail();
    expect(await (await opens(path('mute-watch'))).text()).toContain('Widget patent');
    expect(await (await presses(path('mute-watch'))).text()).toContain('Undo it on the page of the watch');
    expect(await runningHolds(firm.office.store.db)).toMatchObject([{ watchId: 'widget', recordId: null }]);
  });

  it('a kind is not reported any more, which the page of the watch and validate --show say, and the page undoes', async () => {
    const { firm, path, presses, opens } = await firmWithMail();
    expect(await (await opens(path('not-this-kind'))).text()).toContain('<option>order</option>');
    expect(await (await presses(path('not-this-kind'), { kind: 'order' })).text()).toContain(
      'Widget patent does not report order any more.',
    );
    firm.files('Nov 21, 2026', 'ORDER granting 5 Motion for Extension of Time.');
    expect(await firm.looks()).toEqual([]);
    expect((await firm.office.changes()).at(-1)?.filteredOut).toEqual({
      widget: 'changed on the page: order is not reported',
    });
    firm.files('Nov 21, 2026', 'NOTICE of Appeal by Widget Co.');
    expect((await firm.looks()).map(({ text }) => text).join()).toContain('NOTICE of Appeal');

    expect(await firm.reads('/watches/widget')).toContain('Changed on the page: order is not reported, by a reader of');
    const undone = await sendForm(firm.url, '/watches/widget/report-again', { kind: 'order' }, {}, '/watches/widget');
    expect(undone.status).toBe(303);
    firm.files('Nov 22, 2026', 'ORDER granting 6 Motion for Extension of Time.');
    expect((await firm.looks()).map(({ text }) => text).join()).toContain('granting 6 Motion');
  });

  it('and on its page, by how much a filing matters', async () => {
    const { firm } = await firmWithMail();
    const page = '/watches/widget';
    const quieten = (kind: string) => sendForm(firm.url, `${page}/quieten`, { kind }, {}, page);
    expect((await quieten('everything')).status).toBe(422);
    expect((await quieten('routine')).status).toBe(303);
    expect(await firm.reads(page)).toContain('Changed on the page: what is routine is not reported, by');
    firm.files('Nov 21, 2026', 'LETTER to the Court by Widget Co.');
    expect(await firm.looks()).toEqual([]);
    firm.files('Nov 21, 2026', 'MOTION to Compel by Widget Co.');
    expect((await firm.looks()).map(({ text }) => text).join()).toContain('MOTION to Compel');
    while ((await firm.office.store.transaction((trx) => indexPending(trx, 500))) > 0);
    const changes = await firm.reads('/changes?why=Widget');
    expect(changes).toContain('chose not to report what is routine');
    expect(changes).toContain('not reported: changed on the page: what is routine is not reported');
    await quieten('read');
    firm.files('Nov 22, 2026', 'MOTION to Seal by Widget Co.');
    expect(await firm.looks()).toEqual([]);
    expect((await firm.office.changes()).at(-1)?.filteredOut).toEqual({
      widget: 'changed on the page: what needs nobody to act is not reported',
    });
    firm.files('Nov 22, 2026', 'ORDER: answer due 12/4/2026.');
    firm.shows({ status: 'terminated', dateTerminated: 'Nov 22, 2026' });
    const text = (await firm.looks()).map((mail) => mail.text).join();
    expect(text).toContain('answer due');
    expect(text).toContain('terminated');
  });

  it('what a mail says is acknowledged', async () => {
    const { firm, path, presses } = await firmWithMail();
    expect(await (await presses(path('acknowledge'))).text()).toContain('Acknowledged');
    const rows = await firm.office.store.db.selectFrom('acknowledged').selectAll().execute();
    expect(rows.map(({ who }) => who)).toEqual(rows.map(() => 'a reader of counsel, from a mail'));
    expect(rows.length).toBeGreaterThan(0);
  });
});

it('each page says before and after for whom it holds', async () => {
  const { path, presses, opens } = await firmWithMail();
  const whom = {
    acknowledge: 'for everybody who may see the case',
    'mute-record': 'for everybody whom the watch notifies, not for you alone: counsel',
    'mute-watch': 'for everybody whom the watch notifies, not for you alone: counsel',
    'not-this-kind': 'for everybody whom the watch notifies, not for you alone: counsel',
  };
  for (const [verb, words] of Object.entries(whom)) {
    expect(await (await opens(path(verb))).text()).toContain(words);
    expect(await (await presses(path(verb), { kind: 'order' })).text()).toContain(words);
  }
});

it('a link opens what it was signed for alone, also where everybody else has to sign in, and not for ever', async () => {
  const { firm, path, opens } = await firmWithMail();
  const { store, now } = firm.office;
  const user = {
    name: 'ann',
    role: 'admin',
    matters: undefined,
    confidential: false,
    password: 'scrypt$1$1$1$a$b',
  } as const;
  await saveUser(store.db, user, now);
  const link = path('mute-record');
  expect((await opens(link)).status).toBe(200);
  expect((await opens('/cases/7001')).status).toBe(303);

  const [, , token = '', verb] = link.split('/');
  const [alert = '', made = '', type = '', key = '', signature = ''] = token.split('.');
  const text = [alert, made, type, key].join('.');
  const other = [alert, made, type, Buffer.from('7002').toString('base64url')].join('.');
  for (const forged of [`${other}.${signature}`, `${text}.${signature.slice(0, -2)}AA`, text, `${text}.`, 'x']) {
    expect((await opens(`/from-mail/${forged}/${verb}`)).status, forged).toBe(404);
  }
  expect((await opens(`/from-mail/${token}/remove-everything`)).status).toBe(404);

  firm.office.pass(31);
  expect((await opens(link)).status).toBe(404);
});

it('a form that another site made does nothing', async () => {
  const { firm, path } = await firmWithMail();
  const sent = await fetch(firm.url + path('mute-record'), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ formToken: 'guessed-guessed-guessed' }),
  });
  expect(sent.status).toBe(403);
  expect(await runningHolds(firm.office.store.db)).toEqual([]);
});
