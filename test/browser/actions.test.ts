import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { hashPassword } from '../../src/people/signIn/attempts.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { tokenField } from '../../src/web/frame/page.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { eventually } from '../eventually.ts';
import { byNight } from '../runs.ts';
import { serveDemoWorld, today } from '../web/demoWorld.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { newPage } from './newPage.ts';

/** Hostile input: markup, attributes, schemes and styles. */
const hostile =
  `"><script>window.ran=1</script><img src=x onerror="window.ran=1"><svg onload="window.ran=1"></svg>` +
  `<a href="javascript:window.ran=1">x</a><style>body{background:url(https://evil.example/css)}</style>'\${window.ran=1}`;

it('every action of the pages works without JavaScript', async () => {
  const { url } = await serveDemoWorld();
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(url);
  await page.getByRole('button', { name: 'Acknowledge' }).first().click();
  await eventually(async () =>
    expect(await page.textContent('main')).toContain('acknowledged by somebody not signed in'),
  );

  await page.goto(`${url}/watches/rival-cases`);
  await page.getByRole('button', { name: /^Check/ }).click();
  expect(page.url()).toBe(`${url}/watches/rival-cases`);
  await muteFor(page, 'settlement talks');
  await eventually(async () => expect(await page.textContent('main')).toContain('settlement talks'));
  await page.getByRole('button', { name: /mute/i }).click();
  await eventually(async () => expect(await page.textContent('main')).not.toContain('settlement talks'));

  await pauseFor(page, 'the court is closed');
  await eventually(async () =>
    expect(await page.textContent('main')).toContain(
      'PAUSED until it is resumed (by somebody not signed in, because: the court is closed)',
    ),
  );
  await page.getByRole('button', { name: 'Resume' }).click();
  expect(new URL(page.url()).pathname).toBe('/watches/rival-cases');
  await eventually(async () => expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0));

  await page.locator('a[href^="/cases/"]').filter({ visible: true }).first().click();
  const address = page.url();
  await page.getByLabel('note').fill('ask Ann');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await eventually(async () => expect(await page.textContent('main')).toContain('ask Ann'));
  await page.getByText('It is a false match').click();
  await page.getByLabel('because').fill('another Rival');
  await page.getByRole('button', { name: 'Ignore it' }).click();
  await eventually(async () => expect(await page.textContent('main')).toContain('another Rival'));
  await page.goto(address);
  await page.getByRole('button', { name: 'Report it again' }).click();
  await eventually(async () => expect(await page.textContent('main')).not.toContain('another Rival'));

  await page.getByRole('searchbox').fill('Rival');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=Rival$/);
});

it('without JavaScript a user can sign in, retry a failed alert, change the password and sign out', async () => {
  const { url, store } = await serveDemoWorld();
  await store.db.updateTable('alerts').set({ state: 'failed' }).where('id', '=', 1).execute();
  const user = { name: 'ann', folded: 'ann', role: 'editor', matters: null, confidential: 0 } as const;
  const password = await hashPassword('a long enough password');
  await store.db
    .insertInto('users')
    .values({ ...user, password })
    .execute();
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${url}/alerts/1`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await page.locator('input[name=name]').fill('ann');
  await page.locator('input[type=password]').fill('a long enough password');
  await page.locator('main').getByRole('button').click();
  expect(new URL(page.url()).pathname).toBe('/alerts/1');
  await page.getByRole('button', { name: /again/i }).click();
  const { state } = await store.db.selectFrom('alerts').select('state').where('id', '=', 1).executeTakeFirstOrThrow();
  expect(state).toBe('waiting');
  await page.goto(`${url}/account`);
  await page.getByLabel('Current password').fill('a long enough password');
  await page.getByLabel('New password', { exact: true }).fill('another long password');
  await page.getByLabel('New password again').fill('another long password');
  await page.getByRole('button', { name: 'Change it' }).click();
  await eventually(async () =>
    expect(await page.getByRole('status').textContent()).toContain('Your password is changed.'),
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${url}/cases`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
});

it('hostile text in any field or record runs nothing and requests nothing from other hosts', async () => {
  const { url, store } = await serveDemoWorld();
  const rows = await store.db.selectFrom('records').select(['id', 'body']).execute();
  for (const { id, body } of rows) {
    await store.db
      .updateTable('records')
      .set({ body: JSON.stringify(madeHostile(JSON.parse(body))) })
      .where('id', '=', id)
      .execute();
  }
  await store.db
    .updateTable('entries')
    .set({ description: hostile, documentHref: 'javascript:window.ran=1', pdfUrl: 'javascript:window.ran=1' })
    .execute();
  const page = await newPage();
  const elsewhere = requestsElsewhere(page, url);
  await page.goto(`${url}/watches/rival-cases`);
  await muteFor(page, hostile);
  await page.locator('a[href^="/cases/"]').filter({ visible: true }).first().click();
  await page.getByLabel('note').fill(hostile);
  await page.getByRole('button', { name: 'Add the note' }).click();
  const [aCase, aDesign] = [new URL(page.url()).pathname, await firstLink(page, `${url}/designs`, '/designs/')];
  const query = encodeURIComponent(hostile);
  const asked = ['q', 'page', 'month', 'since', 'class', 'state', 'subject', 'by', 'type'].map(
    (name) => `${name}=${query}`,
  );
  for (const path of [
    '/',
    '/watches',
    '/watches/rival-cases',
    '/cases',
    aCase,
    '/designs',
    aDesign,
    '/calendar',
    '/matters',
    '/alerts',
    '/checks',
    '/search',
    '/audit',
  ]) {
    // A page with filters repeats them. The day run takes one page with many filters as an example.
    for (const search of byNight || path === '/cases' || path === '/search' ? ['', `?${asked.join('&')}`] : ['']) {
      await page.goto(url + path + search);
      await expectHarmless(page);
    }
  }
  expect(elsewhere).toEqual([]);
});

it('every field of every form shows hostile text as text and runs nothing, refused, previewed or saved', async () => {
  const { office, url } = await serveOffice({
    watches: [
      { id: 'widget', matter: 'M-1', tags: ['a'], dockets: { patentNumber: '6,834,603' }, notify: ['counsel'] },
    ],
  });
  const shown = docketWith([entryHit(1, { description: hostile })], { caseName: hostile, parties: [hostile] });
  office.service.dockets = [shown];
  office.service.designs = [];
  await office.check();
  office.service.dockets = [{ ...shown, entries: [entryHit(1, { description: hostile }), entryHit(2)], entryTotal: 2 }];
  await office.check();
  const page = await newPage();
  const elsewhere = requestsElsewhere(page, url);

  // First the fields that accept such text, filled in as a user does: the form, its summary and its preview.
  await page.goto(`${url}/new-watch`);
  await page.locator('main summary', { hasText: 'More' }).click();
  const fields = {
    id: 'evil',
    name: hostile,
    matter: hostile,
    tags: `${hostile.slice(0, 40)},b`,
    important: hostile,
    mute: hostile,
  };
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
  await page.locator('[name="dockets.companyName"]').fill(hostile);
  await page.locator('[name="dockets.wholeWord"]').check();
  for (const button of ['Summarize', /^Run preview/, 'Save']) {
    await page.getByRole('button', { name: button }).first().click();
    await expectHarmless(page);
  }
  expect(new URL(page.url()).pathname).toBe('/watches/evil');
  await pauseFor(page, hostile);
  await eventually(async () => expect(await page.textContent('main')).toContain(hostile));
  await muteFor(page, hostile);

  // Then hostile text in every field of a form, with hidden fields, dates and choices.
  const [aCase, aMatter] = [`/cases/${shown.docketId}`, `/matters/${encodeURIComponent(hostile)}`];
  const places = ['/watches/evil/edit', '/new-watch?kind=designs', aCase, `/sign-in?to=${encodeURIComponent(hostile)}`];
  const byNightToo = ['/', '/watches', '/new-watch', '/watches/widget', '/cases'];
  byNightToo.push('/designs', '/checks', '/alerts', '/alerts/1', '/matters/M-1', aMatter, '/search');
  let sent = 0;
  for (const place of byNight ? [...places, ...byNightToo] : places) {
    sent += await sendEachForm(page, url + place);
  }
  expect(sent).toBeGreaterThan(byNight ? 30 : 7);
  for (const place of [
    '/',
    '/watches',
    '/watches/evil',
    '/watches/evil/edit',
    '/watches/widget',
    aCase,
    '/audit',
    '/credits',
  ]) {
    await page.goto(url + place);
    await expectHarmless(page);
  }
  expect(await page.goto(`${url}/watches/evil`).then(() => page.textContent('main'))).toContain(hostile);
  expect(elsewhere).toEqual([]);
});

it('every form of the users and the account page does the same for a user with a hostile name and keys', async () => {
  const { office, url } = await serveOffice({});
  const name = hostile.slice(0, 100);
  const { store } = office;
  const user = { name, role: 'admin', matters: undefined, confidential: true, password: 'scrypt$1$1$1$a$b' } as const;
  await saveUser(store.db, user);
  const key = { userName: name, label: hostile, path: undefined, expiresAt: '2030-01-01T00:00:00.000Z' };
  await makeAccessKey(store.db, { ...key, kind: 'api' }, office.now);
  const page = await newPage();
  // Each form needs a new session, as some forms end sessions.
  const signIn = async () => {
    const value = await makeAccessKey(store.db, { ...key, kind: 'session' }, office.now);
    await page.context().addCookies([{ name: 'tipstaff-session', value, url }]);
  };
  let sent = 0;
  const ofTheUser = `/users/${encodeURIComponent(name)}`;
  for (const place of byNight ? ['/users', ofTheUser, '/account'] : [ofTheUser]) {
    sent += await sendEachForm(page, url + place, signIn);
    await signIn();
    await page.goto(url + place);
    await eventually(async () => expect(await page.textContent('main')).toContain(name));
  }
  expect(sent).toBeGreaterThan(byNight ? 10 : 2);
});

/** Collects what a page requests from other hosts. */
function requestsElsewhere(page: Page, url: string): string[] {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  return elsewhere;
}

/** Sends every form of a page with hostile text in all its fields. @returns how many forms there are */
async function sendEachForm(page: Page, address: string, signIn = async () => {}): Promise<number> {
  await signIn();
  await page.goto(address);
  await expectHarmless(page);
  const forms = Number(await page.evaluate('document.forms.length'));
  for (let form = 0; form < forms; form += 1) {
    await signIn();
    await page.goto(address);
    await Promise.all([page.waitForNavigation(), page.evaluate(sendHostile, { form, hostile, token: tokenField })]);
    await expectHarmless(page);
  }
  return forms;
}

/** Runs in the browser: fills every field of one form and sends it past all checks of the browser. */
function sendHostile({ form: index, hostile, token }: { form: number; hostile: string; token: string }): void {
  const { document } = globalThis as unknown as { document: { forms: ArrayLike<HostileForm> } };
  const form = document.forms[index];
  if (form === undefined) return;
  form.noValidate = true;
  for (const field of Array.from(form.elements)) {
    if (field.name === token || field.tagName === 'BUTTON') continue;
    if (field.tagName === 'SELECT') field.innerHTML = '<option selected></option>';
    const target = field.tagName === 'SELECT' ? field.options?.[0] : field;
    if (target === undefined) continue;
    if (field.type === 'checkbox') field.checked = true;
    else if (field.tagName === 'INPUT') field.type = 'text';
    target.value = hostile;
  }
  form.requestSubmit();
}

interface HostileField {
  readonly name: string;
  readonly tagName: string;
  readonly options?: ArrayLike<{ value: string }>;
  type: string;
  value: string;
  checked: boolean;
  innerHTML: string;
}

interface HostileForm {
  readonly elements: ArrayLike<HostileField>;
  noValidate: boolean;
  requestSubmit(): void;
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('window.ran'), page.url()).toBeUndefined();
  const made = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main script, main svg[onload], main img[onerror], main style, [href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]')].map((one) => one.outerHTML)`,
  );
  expect(made, page.url()).toEqual([]);
}

async function pauseFor(page: Page, why: string): Promise<void> {
  await page.locator('summary', { hasText: 'Pause' }).click();
  await page.locator('form[action$="/pause"] input[name=why]').fill(why);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
}

async function muteFor(page: Page, why: string): Promise<void> {
  await page.locator('summary', { hasText: 'Mute' }).click();
  const form = page.locator('form[action$="/mute"]');
  await form.locator('input[name=until]').fill(new Date(today.getTime() + 19 * 86_400_000).toISOString().slice(0, 10));
  await form.locator('input[name=why]').fill(why);
  await page.getByRole('button', { name: /^Mute/ }).click();
}

async function firstLink(page: Page, address: string, start: string): Promise<string> {
  await page.goto(address);
  return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? '';
}

/** Makes every text of a record hostile, except those that identify and sort the record. */
function madeHostile(value: unknown, name = ''): unknown {
  if (['type', 'key', 'source', 'status', 'expires', 'dateFiled', 'dateTerminated'].includes(name)) return value;
  if (typeof value === 'string') return /url|href/i.test(name) ? 'javascript:window.ran=1' : hostile;
  if (Array.isArray(value)) return value.map((one) => madeHostile(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, madeHostile(one, key)]));
}
