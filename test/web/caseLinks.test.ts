import { expect, it } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

const settings = {
  watches: [
    { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
    { id: 'bottles', matter: 'M-2', designs: { source: 'HAGUE', holder: 'Rival' } },
  ],
};

/** Opens an office with two cases about one patent. The second case is also about a design. */
async function world() {
  const { office, url } = await serveOffice(settings);
  const first = docketWith([entryHit(1)], { patentNumbers: ['6834603'] });
  const second = docketWith([entryHit(1)], {
    docketId: 7002,
    docketNumber: '1:26-cv-00572',
    caseName: 'Widget Co. v. Other Inc.',
    patentNumbers: ['6834603', 'DM/200 001'],
  });
  office.service.dockets = [first, second];
  office.service.designs = [designHit(1, { PROD: ['Carafe'] }), designHit(2)];
  await office.check();
  return { office, url };
}

it('the page of a case links to the other cases and the designs of its patents that the viewer may see', async () => {
  const { office, url } = await world();
  const [first, other, design] = ['/cases/7001', '/cases/7002', '/designs/HAGUE.DM%2F200001'];
  const alsoIn = async (path: string, show: (path: string) => Promise<Response>) =>
    /<h2>Also in<\/h2>([\s\S]*?)<h2/.exec(await (await show(path)).text())?.[1] ?? '';
  const anybody = (path: string) => fetch(url + path);
  expect(await alsoIn(first, anybody)).toContain(`<a href="${other}">`);
  const ofOther = await alsoIn(other, anybody);
  for (const path of [first, design]) expect(ofOther).toContain(`<a href="${path}">`);
  expect(ofOther).not.toContain(other);
  const designPage = await (await fetch(url + design)).text();
  expect(/<h2>Cases<\/h2>([\s\S]*?)<\/ul>/.exec(designPage)?.[1]).toContain(`<a href="${other}">`);
  const counsel = await signedIn({ store: office.store, url }, 'outside', { matters: ['M-1'] }, office.now);
  expect(await alsoIn(other, counsel.show)).not.toContain(design);
});

it('the page of a case shows the edits of an entry as mails do, with the text as a redline', async () => {
  const { office, url } = await serveOffice({ watches: settings.watches.slice(0, 1) });
  const attachment = { document_number: 1, document_href: '/doc1/04301', pdf_url: '' };
  const shown = (first: object, second: object) => {
    const entries = [
      entryHit(1, { pdfUrl: '', ...first }),
      entryHit(2, { description: 'ORDER: reply due by 1/5/2027', ...second }),
    ];
    office.service.dockets = [docketWith(entries, { patentNumbers: ['6834603'] })];
  };
  shown({}, {});
  await office.check();
  shown(
    { pdfUrl: 'https://dockets.example/1.pdf' },
    { description: 'ORDER: reply due by 1/9/2027', extraDocument: [attachment] },
  );
  await office.check();
  const text = await (await fetch(`${url}/cases/7001`)).text();
  const edits = [...text.matchAll(/<div class="edit small">.*?<\/span>(.*?)<\/div>/gs)].map(([, words = '']) =>
    words.trim(),
  );
  expect(edits).toEqual([
    expect.stringMatching(/^attachment 1 added\. ORDER: .*<del>1\/5\/2027<\/del>/),
    'PDF available',
  ]);
});

it('the page of a case marks an entry as new for a week after a check found it', async () => {
  const { office, url } = await serveOffice({ watches: settings.watches.slice(0, 1) });
  for (const entries of [[entryHit(1)], [entryHit(1), entryHit(2)]]) {
    office.service.dockets = [docketWith(entries, { patentNumbers: ['6834603'] })];
    await office.check();
  }
  const marked = async () => {
    const page = await (await fetch(`${url}/cases/7001`)).text();
    const lines = page.split('<li id=').slice(1);
    return lines.filter((line) => line.includes('new, seen')).map((line) => /D\.I\. \d+/.exec(line)?.[0]);
  };
  expect(await marked()).toEqual(['D.I. 2']);
  office.pass(8);
  expect(await marked()).toEqual([]);
});

it('a date on the page of a case links to its filing, even where the filter of the list hides it', async () => {
  const { office, url } = await serveOffice({ watches: settings.watches.slice(0, 1) });
  const order = entryHit(7, { description: 'SCHEDULING ORDER: Joinder of Parties due by 03/14/2027.' });
  office.service.dockets = [docketWith([entryHit(1), order])];
  await office.check();
  const page = await (await fetch(`${url}/cases/7001?type=complaint`)).text();
  expect(page).not.toContain('id="di-7"');
  const [, to = ''] = /href="([^"]+)">D\.I\. 7</.exec(page) ?? [];
  const filing = await (await fetch(new URL(to.replaceAll('&amp;', '&'), `${url}/cases/7001?type=complaint`))).text();
  expect(filing).toContain('id="di-7"');
});
