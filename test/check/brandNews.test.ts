import { expect, it } from 'vitest';
import { designHit, docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';

const bottles = { id: 'bottles', designs: { source: 'HAGUE', locarno: '09-01' }, notify: ['brand'] };
const rival = { id: 'rival', designs: { source: 'HAGUE', holder: 'Rival', wholeWord: true } };

/** Returns the last message for a channel as plain text on one line, with the subject first. */
async function lastMessage(office: Office, channel: string): Promise<string> {
  const { subject, text } = await newestMessage(office, channel);
  return `${subject} ${text}`;
}

const sports = designHit(1, { HOL: ['Rivalry Sports'], PROD: ['1. Spray bottle'], RD: '2026-09-18' });
const shared = { ...sports, HOL: ['Rivalry Sports', 'Rival Brands B.V.'] };

it('a design that joins a watch by a change of its holder says so, whichever check saw the change first', async () => {
  const office = await officeThatKnows({ designs: [sports] }, { watches: [bottles, rival] });
  office.service.designs = [shared];
  expect(await office.alertsOfCheck({ ids: ['bottles'], after: 1 })).toEqual([
    'brand: design.updated DM/200001 holders [bottles]',
  ]);
  await office.check({ ids: ['rival'] });
  expect((await office.changes()).at(-1)).toMatchObject({
    kind: 'design.new',
    watches: ['rival'],
    fields: [{ field: 'holders', before: ['Rivalry Sports'], after: ['Rivalry Sports', 'Rival Brands B.V.'] }],
    rule: 'new to the watch, after its holders changed',
  });
  const message = await lastMessage(office, 'counsel');
  expect(message).toMatch(/^Now also Rival’s: Rival Brands – Spray bottle \(HAGUE DM\/200001\)/);
  expect(message).toContain('- Now also Rival’s Holder added: Rival Brands B.V. Product: Spray bottle');
  expect(message).toContain('Registered: Sep 18, 2026');
  expect(message).not.toContain('ewly visible');
});

it('a design of two holders has one name in the first results of watches that ask for either', async () => {
  const sportsWatch = { id: 'sports', designs: { source: 'HAGUE', holder: 'Rivalry' }, notify: ['counsel'] };
  const office = await openOffice({ watches: [{ ...rival, notify: ['counsel'] }, sportsWatch] });
  office.service.designs = [shared];
  await office.check();
  const message = await lastMessage(office, 'counsel');
  expect(message.match(/[^-]+ – Spray bottle/g)?.map((name) => name.trim())).toEqual([
    'Rivalry Sports and Rival Brands B.V. – Spray bottle',
    'Rivalry Sports and Rival Brands B.V. – Spray bottle',
  ]);
});

it('a design that no watch has seen is reported as new, without a change of its holder', async () => {
  const office = await officeThatKnows({ designs: [sports] }, { watches: [bottles, rival] });
  office.service.designs = [sports, designHit(2, { HOL: ['Rival AG'], RD: '2026-11-20' })];
  await office.check();
  expect((await office.changes()).map(({ kind, fields }) => [kind, fields])).toEqual([['design.new', []]]);
  expect(await lastMessage(office, 'counsel')).toContain('- New design');
});

it('a case of a design is reported as open → ended, with the date if the case itself is watched', async () => {
  const widget = { id: 'widget', dockets: { patentNumber: '6834603' } };
  const watched = {
    id: 'litigated',
    designs: { source: 'HAGUE', holder: 'Rival', litigation: true },
    notify: ['brand'],
  };
  const office = await openOffice({ watches: [widget, watched] });
  const docket = docketHit();
  const lawsuit = {
    caseId: String(docket.docketId),
    docketNumber: docket.docketNumber ?? '',
    caseName: 'Widget Co. v. Rival',
    court: 'U.S. District Court for the Western District of Texas',
    status: 'open',
    dateFiled: '2026-01-05',
    parties: [],
    patentNumbers: [],
  };
  const litigated = (status: string) =>
    designHit(1, { litigationStatus: 'success', caseTotal: 1, cases: [{ ...lawsuit, status, entries: [] }] });
  Object.assign(office.service, { dockets: [docket], designs: [litigated('open')] });
  await office.check();
  Object.assign(office.service, {
    dockets: [docketHit({ status: 'terminated', dateTerminated: '2026-11-10' })],
    designs: [litigated('terminated')],
  });
  await office.check();
  const line = `${docket.docketNumber} Widget Co. v. Rival (W.D. Tex.): open → ended Nov 10`;
  expect(await lastMessage(office, 'brand')).toContain(`- Litigation: 1 case ended Case: ${line}`);
});

it('a baseline lists its records with office, status and link, and names the record that it filtered out', async () => {
  const office = await openOffice({ watches: [rival] });
  const designs = Array.from({ length: 52 }, (_, n) => designHit(n + 10, { HOL: [`Rival ${n}`], PROD: ['Flask'] }));
  office.service.designs = [...designs, sports];
  await office.check();
  const message = await lastMessage(office, 'counsel');
  expect(message).toContain('Found 52 designs.');
  expect(message).toContain(
    '- Rival 0 – Flask: HAGUE DM/200010, active, registered May 6, 2019 https://register.example/DM/200010',
  );
  expect(message.match(/HAGUE DM\//g)).toHaveLength(50);
  expect(message).toContain('and 2 more');
  expect(message).toContain('Filtered out, because the name is “Rivalry Sports”, not “Rival”: DM/200001.');
});

it('dates in a message follow the locale and the time zone of the channel', async () => {
  const office = await officeThatKnows(
    { designs: [designHit(1)] },
    {
      watches: [rival],
      channels: {
        counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x', timezone: 'America/New_York', locale: 'fr' },
        ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' },
      },
    },
  );
  const message = await lastMessage(office, 'counsel');
  expect(message).toContain('registered 6 May 2019');
  expect(message).toContain('Checked 20 Nov 2026, 07:00 EST: complete.');
});
