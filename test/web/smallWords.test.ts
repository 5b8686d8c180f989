import { expect, it } from 'vitest';
import { dateMark } from '../../src/web/frame/moment.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { wordsOf } from './wordsOf.ts';

const widget = { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } };
const bottles = { id: 'bottles', matter: 'M-1', designs: { source: 'HAGUE', holder: 'Rival' } };
const textOf = async (response: Response) => wordsOf(await response.text());

it('days of registration, expiry, filing and termination have their year, and no weekday', async () => {
  const { office, url } = await serveOffice({ watches: [widget, bottles] });
  office.service.dockets = [docketWith([entryHit(1)], { dateFiled: '2026-10-08', dateTerminated: '2026-11-09' })];
  office.service.designs = [designHit(1, { RD: '2026-09-18T23:59:59Z', ED: '2026-12-02' })];
  await office.check();
  const design = await textOf(await fetch(`${url}/designs/HAGUE.DM%2F200001`));
  expect(design).toMatch(/Registered Sep 18, 2026 .*Expires Dec 2, 2026/);
  const docket = await textOf(await fetch(`${url}/cases/7001`));
  expect(docket).toMatch(/Filed Oct 8, 2026 Ended Nov 9, 2026/);
  expect(docket).toContain('ended');
  expect(docket).not.toContain('terminated');
});

it('a date that only a party asked for has the mark of requested dates, even if its case has ended', async () => {
  const ended = { what: 'deadline', status: 'case-ended' } as const;
  expect(String(await dateMark({ ...ended, note: 'case ended 2026-11-20; requested by a party' }))).toContain('asked');
  expect(String(await dateMark({ ...ended, note: 'case ended 2026-11-20' }))).not.toContain('asked');
});

it('the page of a design names every field of the register in words', async () => {
  const { office, url } = await serveOffice({ watches: [bottles] });
  const structured = {
    class_and_subclass_of_the_locarno_classification: '09-01 Bottles',
    application_number: '2021/17',
  };
  office.service.designs = [designHit(1, { DETAIL_DATA: { structured } })];
  await office.check();
  const page = await textOf(await fetch(`${url}/designs/HAGUE.DM%2F200001`));
  expect(page).toContain('Class and subclass of the locarno classification 09-01 Bottles');
  expect(page).not.toContain('class_and');
});

it('the page of a watch says in words that its filter left out no cases', async () => {
  const { url, office } = await serveOffice({
    watches: [{ ...widget, dockets: { companyName: 'Rival', court: 'ded' } }],
  });
  await office.check();
  expect(await textOf(await fetch(`${url}/watches/widget`))).toContain('Filtered out No cases so far.');
});
