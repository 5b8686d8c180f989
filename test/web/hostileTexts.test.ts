import { expect, it } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';

const reversed = 'Judge \u202egnp.exe\u2066';
const hearing = 'ORDER setting hearing for December 3, 2026 at 10:00 AM';

async function world() {
  const { office, url } = await serveOffice({
    watches: [
      { id: 'widget', dockets: { patentNumber: '6,834,603' } },
      { id: 'designs', designs: { source: 'HAGUE', holder: 'Rival' } },
    ],
  });
  const hostile = {
    court: reversed,
    assignedTo: reversed,
    parties: [reversed, '＝1+1', '\u001b[31m'],
    suitNature: reversed,
  };
  const pdfUrl = 'https://court.example@evil.example/a b"<img>\r\nATTENDEE:mailto:evil@evil.example';
  const entry = entryHit(1, { description: `${hearing} ${reversed}`, dateFiled: 'Nov 19, 2026', pdfUrl });
  office.service.dockets = [
    docketWith([entry, entryHit(2)], { ...hostile, caseName: '＝HYPERLINK("http://evil.example")' }),
  ];
  office.service.designs = [
    designHit(1, {
      HOL: [`Rival ${reversed}`],
      PROD: [reversed],
      IRN: reversed,
      ED: '2026-12-20',
      DETAIL_URL: 'https://a@evil.example/',
    }),
  ];
  await office.check();
  return { office, text: async (path: string) => (await fetch(url + path)).text() };
}

it("the pages show the service's texts without invisible or direction-changing characters", async () => {
  const { office, text } = await world();
  const { key } = await office.store.db
    .selectFrom('records')
    .select('key')
    .where('type', '=', 'design')
    .executeTakeFirstOrThrow();
  const design = `/designs/${encodeURIComponent(key)}`;
  for (const path of [
    '/',
    '/cases',
    '/cases/7001',
    '/designs',
    design,
    '/watches/widget',
    '/calendar?month=2026-12',
    '/search?q=gnp',
  ]) {
    expect(await text(path), path).not.toMatch(/[[\p{Cc}\p{Cf}]--[\n]]/v);
  }
  expect(await text('/cases/7001')).toContain('Judge gnp.exe');
});

it('no text of the service becomes a formula in a CSV file, or an attendee or link in a calendar', async () => {
  const { text } = await world();
  for (const line of (await text('/cases.csv')).split('\r\n')) expect(line).not.toMatch(/(^|,)"?\s*[=+@＝＋－＠]/u);
  for (const path of ['/feeds/widget.ics', '/feeds/designs.ics']) {
    const calendar = (await text(path)).replaceAll('\r\n ', '');
    expect(calendar, path).toContain('BEGIN:VEVENT');
    expect(calendar, path).not.toMatch(/^(ATTENDEE|URL[^\r\n]*evil)/m);
  }
});
