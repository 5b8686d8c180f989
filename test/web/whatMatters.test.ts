import { describe, expect, it } from 'vitest';
import { addToAlert } from '../../src/alerts/outbox/addToAlertQueries.ts';
import { countFailure } from '../../src/alerts/outbox/deliveriesTable.ts';
import { openIncidents } from '../../src/alerts/outbox/incidentsTable.ts';
import { runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { listOwnWatches } from '../../src/schedule/ownWatchesTable.ts';
import { book } from '../../src/store/snapshot/ledgerTable.ts';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { putWatch } from '../store/putWatches.ts';
import { httpAt } from './httpAt.ts';
import { sendForm } from './sendForm.ts';
import { now, serve } from './serve.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';
import { wordsOf } from './wordsOf.ts';

const dockets = { patentNumber: '6,834,603' };
const textAt = async (url: string, path: string) => (await fetch(url + path)).text();

describe('a user who sees only some matters', () => {
  const watches = [aWatch({ id: 'ours', matter: 'M-1' }), aWatch({ id: 'theirs', matter: 'M-2' })];

  it('sees only the credits of those matters: no ledger, no budget and no key', async () => {
    const { store, url } = await serve({ watches });
    await book(store.db, [{ account: 'everything', day: '2026-05-04', operation: 'pacer', requests: 7, credits: 87 }]);
    const boss = await signedIn({ store, url }, 'boss', { role: 'admin' }, now);
    const outside = await signedIn({ store, url }, 'outside', { role: 'editor', matters: ['M-1'] }, now);
    expect(wordsOf(await (await boss.show('/credits')).text())).toContain('This month 87');
    const own = wordsOf(await (await outside.show('/credits')).text());
    expect(own).toContain('Credits this month 0');
    expect(own).toContain('Of the watches that you may read.');
    expect(own).not.toMatch(/87|of 100|Busiest day|Last 30 days/);
    expect((await boss.show('/credits/days.csv')).status).toBe(200);
    expect((await outside.show('/credits/days.csv')).status).toBe(404);
  });

  it('is told on Today of undelivered alerts that report only watches of those matters', async () => {
    const slack = (name: string) => ({ type: 'slack', webhookUrl: `http://127.0.0.1:9/${name}` });
    const { office, url } = await serveOffice({
      channels: { counsel: slack('ours'), ops: slack('theirs') },
      watches: [
        { id: 'ours', matter: 'M-1', notify: ['counsel'], dockets: { companyName: 'Ours' } },
        { id: 'theirs', matter: 'M-2', notify: ['ops'], dockets: { companyName: 'Theirs' } },
      ],
    });
    await office.check();
    await office.store.db.deleteFrom('alerts').execute();
    const signIn = (name: string, matter: string) =>
      signedIn({ store: office.store, url }, name, { matters: [matter] }, office.now);
    const [outside, other] = [await signIn('outside', 'M-1'), await signIn('other', 'M-2')];
    const told = async (who: typeof outside) => wordsOf(await (await who.show('/')).text());
    office.service.dockets = [docketHit({ docketId: 7009, parties: ['Ours'] })];
    office.now = new Date(office.now.getTime() + 24 * 3_600_000);
    await office.check();
    office.now = new Date(office.now.getTime() + 3_600_000);
    expect(await told(outside)).toContain('1 alert is undelivered. The alerts say which');
    expect(await told(other)).not.toContain('undelivered');
  });

  it('is offered only the calendars that the user may open', async () => {
    const { store, url } = await serve({ watches });
    const outside = await signedIn({ store, url }, 'outside', { matters: ['M-1'] }, now);
    const page = await (await outside.show('/calendar')).text();
    const offered = [...page.matchAll(/<option value="([^"]+\.ics)"/g)].map(([, file = '']) => file);
    expect(offered).toEqual(['M-1.ics']);
    expect((await outside.show(`/feeds/${offered[0]}`)).status).toBe(200);
  });
});

describe('a page', () => {
  it('of credits says that a spent budget skips checks, and until when', async () => {
    const { office, url } = await serveOffice({ watches: [{ id: 'ours', dockets }], budget: { perDay: 12 } });
    await office.check();
    expect(await textAt(url, '/credits')).not.toContain('Checks are skipped');
    await office.check();
    expect(wordsOf(await textAt(url, '/credits'))).toMatch(
      /Checks are skipped: .*They resume when the next day begins/,
    );
  });

  it('of credits says that a watch is planned to cost more than its own budget', async () => {
    const { url } = await serve({ watches: [aWatch({ id: 'ours', budget: { perMonth: 5 } })] });
    expect(wordsOf(await textAt(url, '/credits'))).toContain('over its own budget: checks will be skipped');
    const rich = await serve({ watches: [aWatch({ id: 'ours', budget: { perMonth: 100_000 } })] });
    expect(await textAt(rich.url, '/credits')).not.toContain('own budget');
  });

  it('says that alerts have not arrived, and since when their channel refuses them', async () => {
    const { store, url } = await serve();
    const made = { channel: 'counsel', kind: 'notice', createdAt: now, dueAt: now, changes: [], payload: [] } as const;
    await store.transaction((trx) => addToAlert(trx, made));
    expect(wordsOf(await textAt(url, '/alerts'))).toContain('about to be sent');
    await countFailure(store.db, 'counsel', new Date(now.getTime() - 3_600_000));
    expect(wordsOf(await textAt(url, '/alerts'))).toContain(
      'waiting : its channel has been failing since today, 11:00',
    );
    expect(wordsOf(await textAt(url, '/'))).toContain('1 alert is undelivered. The alerts say which');
    expect(await textAt((await serve()).url, '/')).not.toContain('undelivered');
  });

  it('of a watch that cannot be checked says so once, with one time since when', async () => {
    const other = { id: 'other', dockets: { companyName: 'Rival' } };
    const { office, url } = await serveOffice({ watches: [{ id: 'ours', dockets }, other] });
    const pageWords = async () => wordsOf((await textAt(url, '/watches/ours')).split('News, last')[0] ?? '');
    office.service.dockets = [docketWith([entryHit(1)])];
    await office.check();
    const refusal = { body: { code: 4001, message: 'not that', data: null } };
    office.service.reply = ({ body }) => (JSON.stringify(body).includes('Rival') ? undefined : refusal);
    for (let day = 0; day < 4; day++) {
      office.now = new Date(office.now.getTime() + 24 * 3_600_000);
      await office.check();
    }
    const kinds = (await openIncidents(office.store.db)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['watch-failing', 'watch-unwatched']));
    const words = await pageWords();
    expect(words).toMatch(/Last checked completely .* \(no check succeeded since/);
    expect(words.match(/ since /g)).toHaveLength(1);
  });

  it('says in words that a watch was never checked, on its page and on that of its matter', async () => {
    const watches = [
      { id: 'fine', matter: 'M-1', dockets },
      { id: 'typo', matter: 'M-1', dockets: { companyName: 'Nobodey' } },
      { id: 'blind', matter: 'M-1', dockets: { companyName: 'Rival' } },
    ];
    const { office, url } = await serveOffice({ watches });
    office.service.dockets = [docketWith([entryHit(1)])];
    await office.check({ ids: ['fine', 'typo'] });
    office.service.reply = () => ({ body: { code: 3001, message: 'token invalid', data: null } });
    await office.check({ ids: ['blind'] });
    const blind = wordsOf(await textAt(url, '/watches/blind'));
    expect(blind).toMatch(
      /^.*blind Never checked completely \(no check succeeded since today, [^;]*; latest reason: token refused\)/,
    );
    expect(blind).toMatch(/ failed · next [^<]*? Docket search \(POST \/api\/v3\/pacer\) failed after 1 attempt: /);
    expect(await textAt(url, '/watches/fine')).not.toMatch(/since today, /);
    const matter = wordsOf((await textAt(url, '/matters/M-1')).split('<h2>Watches</h2>')[1]?.split('<h2>')[0] ?? '');
    expect(matter).toMatch(/fine dockets: patent number 6,834,603 typo .*Nobodey found nothing blind .*Rival failed/);
  });

  it('says in words when a watch is checked, and what seems doubtful about its search', async () => {
    const { url } = await serveOffice();
    expect(wordsOf(await textAt(url, '/watches/widget'))).toMatch(/(?:Weekdays|Daily) at \d\d:\d\d \(/);
    const form = { step: 'save', id: 'doubt', 'dockets.caseNumber': '20-168', 'notify.counsel': 'true' };
    expect((await sendForm(url, '/new-watch', form, {}, '/new-watch')).status).toBe(303);
    expect(wordsOf(await textAt(url, '/watches/doubt'))).toContain('did you mean 1:20-cv-00168?');
  });

  it('of a design shows its fields after the first three pictures, and the rest of the pictures below', async () => {
    const images = Array.from({ length: 5 }, (_, index) => ({
      filename: `${index}.jpg`,
      url: `https://images.example/${index}.jpg`,
    }));
    const watch = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } };
    const { office, url } = await serveOffice({ watches: [watch] });
    office.service.designs = [designHit(1, { IMG_DATA: images })];
    await office.check();
    const [path = ''] = /\/designs\/[^"?/]+(?=")/.exec(await textAt(url, '/designs')) ?? [];
    const page = await textAt(url, path);
    const order = ['picture 3 of 5', '<dt>Holder', '2 more pictures', 'picture 4 of 5', 'picture 5 of 5'];
    expect(order.map((one) => page.indexOf(one)).toSorted((a, b) => a - b)).toEqual(
      order.map((one) => page.indexOf(one)),
    );
    expect(page.indexOf(order[0] ?? '')).toBeGreaterThan(0);
  });

  it('says that a list shows only the last 100 changes', async () => {
    const { office, url } = await serveOffice({ watches: [{ id: 'widget', matter: 'M-1', dockets }] });
    const cases = Array.from({ length: 102 }, (_, index) =>
      docketHit({ docketId: index + 1, docketNumber: `1:20-cv-${index}` }),
    );
    office.service.dockets = cases.slice(0, 1);
    await office.check();
    office.service.dockets = cases;
    await office.check({ after: 1 });
    expect(await textAt(url, '/watches/widget')).toContain('Those are the last 100 changes');
    expect(await textAt(url, '/matters/M-1')).toContain('Those are the last 100 changes');
  });
});

describe('an installation without watches and records', () => {
  it('says on each page what will be there, and links to the form for the first watch', async () => {
    const { url } = await serve({ watches: [] });
    expect(await textAt(url, '/')).toContain('<a href="/new-watch">Make the first watch</a>');
    for (const [path, words] of [
      ['/designs', 'No design has been found yet.'],
      ['/designs?source=&locarno=', 'No design has been found yet.'],
      ['/cases', 'No case has been found yet.'],
      ['/cases?state=ended', 'No case matches.'],
      ['/designs?source=HAGUE', 'No design matches.'],
      ['/checks', 'No check yet.'],
      ['/alerts', 'No alert to show.'],
      ['/alerts?state=sent', 'No alert matches.'],
      ['/credits', 'credits a day, highest 0'],
    ] as const)
      expect(await textAt(url, path), path).toContain(words);
    expect(await textAt(url, '/calendar')).not.toContain('For your calendar program');
  });
});

describe('an error', () => {
  it('is explained on a page of Tipstaff', async () => {
    const { store, url } = await serve();
    const nowhere = await fetch(`${url}/nowhere`);
    expect([nowhere.status, await nowhere.text()]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')]);
    const large = await sendForm(url, '/new-watch', { name: 'x'.repeat(200_000) }, {}, '/');
    expect([large.status, await large.text()]).toEqual([413, expect.stringContaining('more than 64 KB')]);
    const ann = await signedIn({ store, url }, 'ann', { role: 'editor' }, now);
    await store.db.deleteFrom('accessKeys').execute();
    const late = await ann.send('/watches/widget-case/check');
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('not signed in any more')]);
    const form = await textAt(url, '/sign-in');
    expect(form).not.toContain('role="search"');
  });
});

describe('two users who edit one watch', () => {
  it('do not overwrite each other unnoticed, even after a mistake or a preview', async () => {
    const { office, url } = await serveOffice();
    const start = { step: 'save', id: 'acme', 'dockets.companyName': 'Acme', 'notify.counsel': 'true' };
    await sendForm(url, '/new-watch', start, {}, '/new-watch');
    const changedAtIn = (html: string) => /name="changedAt" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const opened = changedAtIn(await textAt(url, '/watches/acme/edit'));
    office.pass(0, 1);
    const save = (fields: Record<string, string>) =>
      sendForm(url, '/watches/acme/edit', { ...start, ...fields }, {}, '/watches/acme/edit');
    expect((await save({ name: 'By Bob', changedAt: opened })).status).toBe(303);
    // Ann opened the form earlier. She makes a mistake, corrects it, previews the price and saves.
    const wrong = await save({ name: 'By Ann', schedule: 'often', changedAt: opened });
    expect(wrong.status).toBe(422);
    const again = changedAtIn(await wrong.text());
    const previewed = await save({ name: 'By Ann', step: 'preview', changedAt: again });
    const late = await save({ name: 'By Ann', changedAt: changedAtIn(await previewed.text()) });
    const told = await late.text();
    expect([late.status, told]).toEqual([422, expect.stringContaining('changed acme meanwhile')]);
    // Ann's input is not lost.
    expect(told).toContain('value="By Ann"');
    expect((await listOwnWatches(office.store.db))[0]?.body.name).toBe('By Bob');
  });
});

describe('on the pages', () => {
  const http = httpAt({ timezone: 'America/Los_Angeles' });

  it("a mute until the end of a day ends at midnight in the reader's time zone", async () => {
    const { store, url } = await serve({ http });
    await putWatch(store, 'widget-case');
    const mute = (until: string) =>
      sendForm(url, '/watches/widget-case/mute', { until, why: 'talks' }, {}, '/watches/widget-case');
    expect((await mute('2026-05-10')).status).toBe(303);
    expect((await runningHolds(store.db)).map(({ until }) => until)).toEqual(['2026-05-11T07:00:00.000Z']);
    // Today has not ended yet, but yesterday has.
    expect([(await mute('2026-05-04')).status, (await mute('2026-05-03')).status]).toEqual([303, 422]);
  });

  it("the calendar shows the month and the day of the reader's time zone", async () => {
    const { office, url } = await serveOffice({ http: { timezone: 'America/Los_Angeles' } });
    office.now = new Date('2026-12-01T05:00:00.000Z');
    const page = await textAt(url, '/calendar');
    expect(page).toContain('<h1>November 2026</h1>');
    expect(page).toMatch(/class="today"><span class="quiet small">30</);
  });

  it('the name of a case beside a date is short, on one line and without direction-changing characters', async () => {
    const { office, url } = await serveOffice();
    const caseName = `\u202eevil\u202c v. ${'Verylongname'.repeat(40)}`;
    office.service.dockets = [
      docketWith([entryHit(1, { description: 'ORDER. Hearing set for 12/1/2026 at 09:00 AM.' })], { caseName }),
    ];
    await office.check();
    for (const path of ['/', '/calendar?month=2026-12']) {
      const page = await textAt(url, path);
      expect(page).toContain('evil v. Verylongname');
      expect(page).not.toMatch(/\u202e|(?:Verylongname){30}/);
    }
  });
});

it('the filter of the audit log stays selected if no line has exactly its value', async () => {
  const { store, url } = await serve();
  const line = { at: now.toISOString(), who: 'ann', subject: 'x', detail: '' };
  await store.db
    .insertInto('audit')
    .values([
      { ...line, what: 'user.add' },
      { ...line, what: 'watch.check' },
    ])
    .execute();
  const page = await textAt(url, '/audit?what=user');
  expect(page).toContain('<option value="user" selected>');
  expect(page).toContain('added a user</td>');
  expect(page).not.toContain('had a watch checked at once</td>');
});

it('the form of a watch names kinds of change in words, and sends the keys of the file', async () => {
  const { url } = await serveOffice();
  const form = await textAt(url, '/new-watch');
  expect(form).toMatch(/name="tell.docket.new" value="true"[^>]*> new cases<\/label>/);
  expect(wordsOf(form)).not.toContain('docket.new');
});

it('a list with more pages links to the older and the newer page', async () => {
  const { store, url } = await serve();
  const line = { who: 'ann', what: 'watch.check', detail: '' };
  const lines = Array.from({ length: 250 }, (_, index) => ({ ...line, at: now.toISOString(), subject: String(index) }));
  await store.db.insertInto('audit').values(lines).execute();
  const follow = async (path: string, word: 'Newer' | 'Older') => {
    const page = await textAt(url, path);
    return new RegExp(`href="([^"]+)">${word}<`).exec(page)?.[1]?.replaceAll('&amp;', '&');
  };
  const subjectsAt = async (path: string) =>
    [...(await textAt(url, path)).matchAll(/subject=(\d+)"/g)].map(([, subject]) => Number(subject));
  const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
  const second = (await follow('/audit', 'Older')) ?? '';
  const third = (await follow(second, 'Older')) ?? '';
  expect(await subjectsAt('/audit')).toEqual(numbers(249, 150));
  expect(await subjectsAt(second)).toEqual(numbers(149, 50));
  expect(await subjectsAt(third)).toEqual(numbers(49, 0));
  expect([await follow('/audit', 'Newer'), await follow(third, 'Older')]).toEqual([undefined, undefined]);
  expect(await subjectsAt((await follow(third, 'Newer')) ?? '')).toEqual(numbers(149, 50));
});
