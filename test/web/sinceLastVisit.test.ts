import { beforeEach, describe, expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import type { Office } from '../check/office.ts';
import { serveOffice } from './serveOffice.ts';
import { type SignedIn, signedIn } from './signedIn.ts';
import { wordsOf } from './wordsOf.ts';

const watch = { id: 'widget', name: 'Widget patent', matter: 'M-1', dockets: { patentNumber: '6,834,603' } };
const known = docketHit({ docketId: 1, docketNumber: '1:20-cv-00001', caseName: 'Old v. Case' });
const fresh = docketHit({
  docketId: 2,
  docketNumber: '1:26-cv-00572',
  caseName: 'Fresh v. Rival',
  dateFiled: 'Nov 19, 2026',
});

let office: Office;
let url: string;

beforeEach(async () => {
  ({ office, url } = await serveOffice({ watches: [watch] }));
  office.service.dockets = [known];
  await office.check();
  office.pass(0, 1);
});

function pass(minutes: number): void {
  office.now = new Date(office.now.getTime() + minutes * 60_000);
}

async function newCase(): Promise<void> {
  office.service.dockets = [known, fresh];
  await office.check();
}

interface Reader extends SignedIn {
  /** Returns the words of a page, in a browser that keeps its cookies. */
  read(path: string): Promise<string>;
}

async function reader(name: string, over = {}): Promise<Reader> {
  const user = await signedIn({ store: office.store, url }, name, { role: 'editor', ...over }, office.now);
  const cookies = new Map<string, string>();
  return {
    ...user,
    async read(path) {
      const page = await user.show(path, [...cookies.values()]);
      for (const cookie of page.headers.getSetCookie())
        cookies.set(cookie.split('=', 1)[0] ?? '', cookie.split(';')[0] ?? '');
      return wordsOf(await page.text());
    },
  };
}

const toActOn = (page: string) => Number(/(\d+) needs? you/.exec(page)?.[1]);

describe('Today', () => {
  it('shows what is new since the last visit to Today, whatever other pages were read in between', async () => {
    const ann = await reader('ann');
    await ann.read('/');
    pass(5);
    office.service.dockets = [{ ...known, assignedTo: 'Nora Newman' }];
    await office.check();
    pass(10);
    await ann.read('/calendar');
    office.pass(1);
    expect(await ann.read('/')).toContain('Old v. Case');
    pass(31);
    expect(await ann.read('/')).not.toContain('Old v. Case');
  });

  it('shows a change that needs the reader until somebody acknowledges it, and then who did', async () => {
    await newCase();
    const ann = await reader('ann');
    expect(toActOn(await ann.read('/'))).toBe(1);
    office.pass(40);
    const page = await ann.read('/');
    expect(page).toContain('Fresh v. Rival');
    expect(toActOn(page)).toBe(1);
    const html = await (await ann.show('/')).text();
    const [, changes = ''] = /name="changes" value="([\d,]+)"/.exec(html) ?? [];
    const bob = await reader('bob');
    await bob.read('/');
    await ann.send('/changes/acknowledge', { changes });
    pass(1);
    const after = await bob.read('/');
    expect(toActOn(after)).toBe(0);
    expect(after).toMatch(/Fresh v\. Rival.*acknowledged by ann/);
  });

  it('shows a case that needs the reader once, with everything else that is new in it', async () => {
    await newCase();
    pass(5);
    office.service.dockets = [known, { ...fresh, assignedTo: 'Nora Newman' }];
    await office.check();
    const page = await (await reader('ann')).read('/');
    expect(page.match(/Fresh v\. Rival/g)).toHaveLength(1);
    expect(page).toMatch(/needs you Fresh v\. Rival .*Nora Newman.* New in the last 7 days/i);
  });

  it('keeps what is acknowledged apart from a later change, and names who acknowledged last', async () => {
    await newCase();
    const [ann, bob] = [await reader('ann'), await reader('bob')];
    const acknowledge = async (who: Reader) => {
      const [, changes = ''] = /name="changes" value="([\d,]+)"/.exec(await (await ann.show('/')).text()) ?? [];
      await who.send('/changes/acknowledge', { changes });
    };
    await acknowledge(ann);
    pass(5);
    office.service.dockets = [known, { ...fresh, assignedTo: 'Nora Newman' }];
    await office.check();
    const apart =
      /to read Fresh v\. Rival (?:(?!Fresh).)*judge(?:(?!acknowledged).)*Fresh v\. Rival .*acknowledged by ann/i;
    expect(await ann.read('/')).toMatch(apart);
    pass(5);
    await acknowledge(bob);
    expect(await ann.read('/')).toMatch(/acknowledged by bob/);
  });

  it('says that there are more changes than it reads, and where all of them are', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...fresh, docketId: 100 + index }));
    office.service.dockets = [known, ...many];
    await office.check();
    const page = await (await reader('ann')).read('/');
    expect(page).toMatch(/100\+ need you/);
    expect(page).toMatch(/And more: all changes/);
  });
});

it('a browser that is not signed in gets no cookie about visits', async () => {
  await reader('ann');
  const { headers } = await fetch(`${url}/`, { redirect: 'manual' });
  expect(headers.getSetCookie().join()).not.toContain('tipstaff-visit');
});
