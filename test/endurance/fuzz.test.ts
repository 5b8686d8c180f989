import { join } from 'node:path';
import { expect, it } from 'vitest';
import { designHit, docketHit, entryHit } from '../check/hits.ts';
import { type Office, openOffice } from '../check/office.ts';
import { pragma } from '../store/sqliteFile.ts';
import { tempFolder } from '../tempFolder.ts';
import { keepState } from './keptState.ts';
import { falsehoods, isSilent, mayReport } from './mayReport.ts';
import { mutate } from './mutate.ts';

const bodies = Number(process.env.TIPSTAFF_BODIES ?? 60);
const firstSeed = Number(process.env.TIPSTAFF_SEED ?? 1);

const attachment = { document_number: 1, document_href: '/doc1/04309901', pdf_url: '', patent_sumbers: ['6834603'] };
const dockets = [
  docketHit({
    docketId: 7001,
    entryTotal: 7,
    entries: [
      ...[1, 2, 3].map((number) => entryHit(number, { pdfUrl: `https://files.example/${number}.pdf` })),
      entryHit(4, {
        extraDocument: [attachment, { ...attachment, document_number: 2, document_href: '/doc1/04309902' }],
      }),
      entryHit(5, { dateFiled: 'Mar 9, 2020', description: 'ORDER granting 4 MOTION to compel (Entered: 03/10/2020)' }),
      ...[1, 2].map(() => entryHit(0, { documentNumber: '', documentHref: null, description: 'Filing fee received' })),
    ],
  }),
  docketHit({
    docketId: 7002,
    docketNumber: '1:19-cv-00999',
    status: 'terminated',
    dateTerminated: '2021-04-05',
    entryTotal: 2,
    entries: [entryHit(8), entryHit(9)],
  }),
  docketHit({ docketId: 7003, docketNumber: '2:22-cv-00003', entryTotal: 0, entries: [] }),
];
const structured = {
  indication_of_products: 'Bottle',
  application_number: '402020000001',
  filing_date_of_the_application: '2019-05-01',
  data_relating_to_priority_claim_under_the_paris_convention: '402018000009 2018-12-01 DE',
};
const litigation = {
  litigationStatus: 'success',
  caseTotal: 1,
  cases: [{ caseId: '7001', docketNumber: '1:20-cv-00168', caseName: 'Widget v. Rival', court: 'ded', status: 'open' }],
};
const images = (number: number) =>
  ['1.1', '1.2'].map((name) => ({ filename: `${name}.jpg`, url: `https://designs.example/${number}/${name}.jpg` }));
const designs = [1, 2, 3].map((number) =>
  designHit(number, {
    IMG_DATA: images(number),
    DETAIL_DATA: { structured },
    HOL: ['Rival GmbH', 'Dora Vent'],
    ...litigation,
  }),
);

const responses = {
  dockets: { hits: dockets, response: { code: 0, message: 'success', data: { total: dockets.length, hits: dockets } } },
  designs: { hits: designs, response: { total: designs.length, litigationNote: '', hits: designs } },
} as const;

type Watch = keyof typeof responses;

async function openFuzzed(): Promise<{ office: Office; show: (body: Buffer | undefined) => void }> {
  const office = await openOffice({
    goneAfterChecks: 100,
    watches: [
      { id: 'dockets', dockets: { patentNumber: '6834603' } },
      { id: 'designs', designs: { source: 'HAGUE', holder: 'Rival', litigation: true } },
    ],
  });
  // The test is about complete commits, not about how soon they reach the disk.
  await pragma(office.store, 'synchronous = off');
  let body: Buffer | undefined;
  office.service.reply = ({ operation }) => {
    const { response } = operation === 'pacer' ? responses.dockets : responses.designs;
    return { body: body ?? response };
  };
  return {
    office,
    show: (shown) => {
      body = shown;
    },
  };
}

it(`${bodies} mutated responses lead to no false report, no internal error and no incomplete commit`, async () => {
  const folder = tempFolder();
  const { office, show } = await openFuzzed();
  expect(await office.check()).toMatchObject([{ outcome: 'complete' }, { outcome: 'complete' }]);
  expect(await office.check({ after: 1 })).toMatchObject([{ changes: 0 }, { changes: 0 }]);
  const kept = await keepState(office.store, join(folder, 'kept.db'));
  const known = kept.knowledge();
  const met = new Map<string, number>();

  for (let seed = firstSeed; seed < firstSeed + bodies; seed += 1) {
    const watch: Watch = seed % 2 === 0 ? 'dockets' : 'designs';
    const { hits, response } = responses[watch];
    const bytes = mutate(response, seed);
    const may = mayReport(bytes, hits);
    const story = `TIPSTAFF_SEED=${seed} TIPSTAFF_BODIES=1: ${whereOther(bytes, response)}`;
    show(bytes);
    const [outcome] = await office.check({ ids: [watch] });
    expect(outcome?.outcome, story).toMatch(/^(complete|partial|failed)$/);
    if (outcome?.outcome !== 'complete') expect(outcome?.reason, story).toMatch(/\w/);
    expect(outcome?.reason ?? '', story).not.toContain('the check broke');
    const changes = await office.changes();
    expect(falsehoods(changes, may), story).toEqual([]);
    if (changes.length === 0 && isSilent(may)) {
      show(undefined);
      expect(await office.check({ ids: [watch] }), story).toMatchObject([{ outcome: 'complete', changes: 0 }]);
      expect(kept.knowledge(), story).toMatchObject(known);
    }
    const kind = `${outcome?.outcome}, ${changes.length === 0 ? 'silent' : 'reported'}`;
    met.set(kind, (met.get(kind) ?? 0) + 1);
    if (changes.length > 0 || !isSilent(may) || seed % 100 === 0) kept.restore();
  }
  process.stdout.write(`fuzzed: ${[...met].map(([kind, count]) => `${count} ${kind}`).join('; ')}\n`);
  // The mutations must reach every outcome.
  for (const kind of ['complete, silent', 'complete, reported', 'partial, silent', 'failed, silent']) {
    expect(met.get(kind), kind).toBeGreaterThan(bodies / 100);
  }
});

/** Returns the bytes around the first difference from the true response. */
function whereOther(bytes: Buffer, response: unknown): string {
  const [shown, truth] = [bytes.toString('utf8'), JSON.stringify(response)];
  let at = 0;
  while (at < shown.length && shown[at] === truth[at]) at += 1;
  return shown.slice(Math.max(0, at - 80), at + 300);
}
