import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { saveUser } from '../../src/people/usersTable.ts';
import { serveDemoWorld, today } from '../web/demoWorld.ts';
import { quickHash } from '../web/quickHash.ts';
import { newPage } from './newPage.ts';

/** A task of a user: where it starts, its steps (at most two), and how its result shows. */
interface Job {
  readonly name: string;
  readonly from: string;
  readonly steps: readonly ((page: Page) => Promise<unknown>)[];
  readonly shows: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.locator('main');
const click = (selector: string) => (page: Page) => main(page).locator(selector).first().click();
const tells = (words: RegExp | string) => async (page: Page) => {
  await main(page).getByText(words).first().waitFor();
};
/** A choice applies without a click. */
const choose = (selector: string, value: string) => async (page: Page) => {
  const chosen = main(page).locator(selector).selectOption(value);
  await Promise.all([page.waitForURL((url) => url.search !== ''), chosen]);
};
/** Fills in a field and presses Enter. */
const ask = (selector: string, words: string) => async (page: Page) => {
  await main(page).locator(selector).fill(words);
  await page.keyboard.press('Enter');
};

const spreadsheet = [
  'Id,Company,Matter',
  ...Array.from({ length: 300 }, (_, index) => `firm-${index},Company ${index},M-2026-014`),
].join('\r\n');

const inAMonth = () => new Date(today.getTime() + 29 * 86_400_000).toISOString().slice(0, 10);

const jobs: readonly Job[] = [
  {
    name: 'what happened on a day in my matters',
    from: '/changes',
    steps: [
      async (page) => {
        const day = await page.locator('main h2 time').first().getAttribute('datetime');
        // A day that is filled in counts as a change of the field.
        const filled = main(page)
          .locator('input[name=day]')
          .fill(day ?? '');
        await Promise.all([page.waitForURL((url) => url.search !== ''), filled]);
      },
    ],
    shows: async (page) => expect(await main(page).locator('h2 time').count()).toBe(1),
  },
  {
    name: 'what falls due, and where the court says so',
    from: '/',
    steps: [click('.dates a[href^="/cases/"]')],
    shows: async (page) => {
      await tells('Upcoming dates')(page);
      await tells(/D\.I\. \d+/)(page);
    },
  },
  {
    name: 'whether all is alive, and every look at one watch',
    from: '/',
    steps: [click('p.lead a[href^="/watches"]'), click('td:has(.dot[aria-label="checked completely"]) a')],
    shows: (page) => main(page).locator('p', { hasText: 'checked completely on' }).waitFor(),
  },
  {
    name: 'the case with a new judge',
    from: '/changes',
    steps: [choose('select[name=kind]', 'docket.updated')],
    shows: tells(/Brackley/),
  },
  {
    name: 'which designs of a competitor changed, before and after',
    from: '/designs',
    steps: [click('li:has-text("Pictures changed") a')],
    shows: async (page) => {
      const sides = await page.locator('.pair').first().locator('figure').all();
      const boxes = await Promise.all(sides.map((side) => side.locator('.picture').boundingBox()));
      expect(boxes[0]?.width).toBe(boxes[1]?.width);
      expect(boxes[0]?.height).toBe(boxes[1]?.height);
      expect(boxes[0]?.y).toBe(boxes[1]?.y);
    },
  },
  {
    name: 'this list for a colleague',
    from: '/cases?state=open',
    steps: [
      async (page) => {
        const [file] = await Promise.all([page.waitForEvent('download'), click('a[href*=".csv"]')(page)]);
        expect(file.suggestedFilename()).toMatch(/^cases.*\.csv$/);
      },
    ],
    shows: tells('Download'),
  },
  {
    name: 'why nothing was reported of somebody',
    from: '/changes',
    steps: [click('summary:has-text("Expected something?")'), ask('input[name=why]', 'Nobody Knows Inc')],
    shows: tells('Your watches have found nothing with this name or number.'),
  },
  {
    name: 'less noise of one watch',
    from: '/watches/rival-cases',
    steps: [
      click('summary:has-text("Mute")'),
      async (page) => {
        const form = page.locator('form[action$="/mute"]');
        await form.locator('input[name=until]').fill(inAMonth());
        await form.locator('input[name=why]').fill('settlement talks');
        await form.getByRole('button').click();
      },
    ],
    shows: tells('settlement talks'),
  },
  {
    name: 'no routine filings of a watch of the file any more, and all that matters as before',
    from: '/watches/rival-cases',
    steps: [
      click('summary:has-text("Report less")'),
      async (page) => {
        const form = page.locator('form[action$="/quieten"]');
        await form.locator('select').selectOption('routine');
        await form.getByRole('button').click();
      },
    ],
    shows: tells('what is routine'),
  },
  {
    name: 'three hundred watches from a spreadsheet, with one price',
    from: '/import',
    steps: [
      async (page) => {
        const file = { name: 'watches.csv', mimeType: 'text/csv', buffer: Buffer.from(spreadsheet) };
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByRole('button', { name: 'Check the file' }).click();
      },
      async (page) => page.getByRole('button', { name: 'Import 300 watches' }).waitFor(),
    ],
    shows: tells(/credits/),
  },
  {
    name: 'what a matter costs',
    from: '/credits',
    steps: [],
    shows: async (page) => {
      await tells('By matter, this month')(page);
      await tells('M-2026-014')(page);
    },
  },
  {
    name: 'the dates of a matter in a calendar program',
    from: '/calendar',
    steps: [
      async (page) => {
        await main(page).getByText('Subscribe').click();
        await main(page).locator('select[name=file]').selectOption('M-2026-014.ics');
        await page.getByRole('button', { name: 'Show the address' }).click();
        const file = await page.request.get(await page.getByLabel('The address').inputValue());
        expect(await file.text()).toContain('BEGIN:VEVENT');
      },
    ],
    shows: tells('Google Calendar'),
  },
  {
    name: 'an alert for somebody else',
    from: '/alerts',
    steps: [
      click('table td a[href^="/alerts/"]'),
      async (page) => {
        await page.locator('form[action$="/send"] select').selectOption('ops');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
      },
    ],
    shows: tells('about to be sent'),
  },
  {
    name: 'a watch for a name, made of one line',
    from: '/new-watch',
    steps: [ask('input[name=what]', 'US 6,834,603'), click('button[value=save] >> visible=true')],
    shows: tells('patent number 6,834,603'),
  },
];

it('an admin adds outside counsel with one form, and outside counsel sees only its own matter', async () => {
  const { url, store } = await serveDemoWorld();
  const password = 'correct horse battery';
  const boss = { name: 'boss', role: 'admin', matters: undefined, confidential: true } as const;
  await saveUser(store.db, { ...boss, password: quickHash(password) });
  const signIn = async (name: string, to: string) => {
    const page = await newPage();
    await page.goto(`${url}/sign-in?to=${encodeURIComponent(to)}`);
    await page.locator('input[name=name]').fill(name);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(url + to);
    return page;
  };
  const admin = await signIn('boss', '/users');
  const add = async (sees: 'all' | 'some') => {
    await admin.goto(`${url}/users`);
    const form = admin.locator('form[action="/users/add"]');
    await form.locator('input[name=name]').fill('outside');
    await form.locator('input[name=password]').fill(password);
    await form.locator('select[name=sees]').selectOption(sees);
    await form.getByLabel('M-2026-014').check();
    await form.getByRole('button', { name: 'Add' }).click();
  };
  // A matter is ticked, but the choice says all: the page asks again, and never grants more than meant.
  await add('all');
  await admin.getByText('choose one of the two').waitFor();
  await add('some');
  await main(admin)
    .getByText(/reader · sees .*M-2026-014/)
    .waitFor();

  const outside = await signIn('outside', '/watches');
  expect(await main(outside).locator('a[href="/watches/widget-patent"]').count()).toBe(1);
  expect(await main(outside).locator('a[href="/watches/rival-cases"]').count()).toBe(0);
  expect((await outside.goto(`${url}/watches/rival-cases`))?.status()).toBe(404);
  expect((await outside.goto(`${url}/users`))?.status()).toBe(404);
});

it('every task of a user takes at most two steps', async () => {
  const { url } = await serveDemoWorld();
  const page = await newPage();
  const failed: string[] = [];
  for (const { name, from, steps, shows } of jobs) {
    expect(steps.length, name).toBeLessThanOrEqual(2);
    await page.goto(url + from);
    try {
      for (const step of steps) {
        await step(page);
        await page.waitForLoadState();
      }
      await shows(page);
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  expect(failed).toEqual([]);
});
