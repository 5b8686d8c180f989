import { beginHold } from '../../src/check/changeHolds.ts';
import { listChanges } from '../../src/store/snapshot/changesTable.ts';
import { acknowledge, addNote } from '../../src/store/snapshot/storeChangesTable.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import type { Office } from '../check/office.ts';
import { refusal } from '../check/service.ts';
import { aHold } from '../schedule/holds/aHold.ts';
import { serveOffice } from './serveOffice.ts';
import { type SignedIn, signedIn } from './signedIn.ts';

const slack = (name: string) => ({ type: 'slack', webhookUrl: `http://127.0.0.1:9/${name}` });

/** Only data of the matter M-Nightjar has the first word, and only data of the confidential watch the second. */
export const words = { otherMatter: /nightjar/i, confidential: /peregrine/i };

const settings = {
  channels: { counsel: slack('counsel'), 'nightjar-desk': slack('desk'), ops: slack('ops') },
  watches: [
    { id: 'ours', name: 'Our patent', matter: 'M-1', dockets: { patentNumber: '6834603' } },
    { id: 'our-designs', matter: 'M-1', designs: { source: 'HAGUE', holder: 'Rival' } },
    { id: 'peregrine', name: 'Peregrine', matter: 'M-1', confidential: true, dockets: { companyName: 'Peregrine' } },
    {
      id: 'nightjar-cases',
      name: 'Project Nightjar',
      matter: 'M-Nightjar',
      tags: ['nightjar-tag'],
      notify: ['nightjar-desk'],
      dockets: { companyName: 'Widget' },
    },
    {
      id: 'nightjar-designs',
      matter: 'M-Nightjar',
      notify: ['nightjar-desk'],
      designs: { source: 'HAGUE', locarno: '09-01' },
    },
    { id: 'nightjar-blind', matter: 'M-Nightjar', notify: ['nightjar-desk'], dockets: { companyName: 'Nightjar Y' } },
  ],
};

const hearing = (number: number, words: string) =>
  entryHit(number, { dateFiled: 'Nov 19, 2026', description: `ORDER setting hearing for December 3, 2026 ${words}` });

export interface TwoMatters {
  readonly office: Office;
  readonly url: string;
  readonly viewers: Readonly<Record<'boss' | 'plain' | 'outside' | 'assistant', SignedIn>>;
  /** Paths of records by the matter that may see them. `shared` belongs to both. */
  readonly paths: Readonly<Record<'shared' | 'sealed' | 'theirs' | 'theirDesign' | 'ourDesign', string>>;
}

/** Serves two matters that share one case. Each has news, dates, notes, alerts, pauses and a failing check. */
export async function serveTwoMatters(): Promise<TwoMatters> {
  const { office, url } = await serveOffice(settings);
  const { service, store } = office;
  const shared = (entries: number) =>
    docketWith([hearing(1, 'on claims'), ...Array.from({ length: entries }, (_, index) => entryHit(index + 2))]);
  const caseOf = (docketId: number, name: string, party: string) => ({
    docketId,
    docketNumber: `1:26-cv-0${docketId}`,
    caseName: `${name} v. Owl`,
    parties: [party],
    patentNumbers: [],
  });
  const papers = (name: string, entries: number) => [
    hearing(1, `of ${name}`),
    ...Array.from({ length: entries }, (_, index) => entryHit(index + 2, { description: `${name} paper ${index}` })),
  ];
  const show = (entries: number) => {
    service.dockets = [
      shared(entries),
      docketWith(papers('Nightjar', entries), caseOf(7002, 'Nightjar', 'Widget Two')),
      docketWith(papers('Peregrine', entries), caseOf(7003, 'Peregrine', 'Peregrine')),
    ];
  };
  service.designs = [
    designHit(1, { HOL: ['Rival Inc.'] }),
    designHit(2, { HOL: ['Nightjar AG'], PROD: ['Nightjar'], LCS: ['09-01'] }),
  ];
  show(1);
  await office.check();
  office.pass(0, 1);
  show(2);
  service.reply = ({ body }) =>
    body.companyName === 'Nightjar Y' ? refusal(1001, 'a bad name: Nightjar Y') : undefined;
  await office.check();
  office.pass(0, 1);
  service.reply = ({ body }) =>
    /Nightjar|Peregrine/.test(String(body.companyName)) ? refusal(1001, `a bad name: ${body.companyName}`) : undefined;
  await office.check();
  const rows = await store.db.selectFrom('records').select(['id', 'key', 'type', 'body']).execute();
  const rowOf = (text: string) => rows.find((row) => row.body.includes(text)) ?? { id: 0, key: 'none', type: '' };
  const pathOf = (text: string) =>
    `/${rowOf(text).type === 'docket' ? 'cases' : 'designs'}/${encodeURIComponent(rowOf(text).key)}`;
  await theyWork(office, rowOf('1:20-cv-00168').id);
  const viewers = {
    boss: await signedIn({ store, url }, 'boss', { role: 'admin', confidential: true }, office.now),
    plain: await signedIn({ store, url }, 'plain', {}, office.now),
    outside: await signedIn({ store, url }, 'outside', { matters: ['M-1'] }, office.now),
    assistant: await signedIn({ store, url }, 'assistant', { role: 'editor', matters: ['M-1'] }, office.now),
  };
  const paths = {
    shared: pathOf('1:20-cv-00168'),
    sealed: pathOf('Peregrine v. Owl'),
    theirs: pathOf('Nightjar v. Owl'),
    theirDesign: pathOf('Nightjar AG'),
    ourDesign: pathOf('Rival Inc.'),
  };
  return { office, url, viewers, paths };
}

/** Nora of the other matter writes a note on the shared case, acknowledges its changes, mutes it and pauses a watch. */
async function theyWork({ store, now, parts }: Office, recordId: number): Promise<void> {
  const [at, who] = [now.toISOString(), 'nora-nightjar'];
  const changes = await listChanges(store.db, { recordId, limit: 100 });
  await store.transaction(async (trx) => {
    await addNote(trx, { recordId, at, who, text: 'A thought about Nightjar', matters: ['M-Nightjar', 'M-1'] });
    await acknowledge(trx, { changeIds: changes.map(({ id }) => id), watchIds: ['nightjar-cases'], at, who });
    const pause = { watchId: 'nightjar-designs', author: who, reason: 'Nightjar rests', beganAt: at };
    await beginHold(trx, parts().config, aHold(pause));
  });
}
