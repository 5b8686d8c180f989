import { expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import type { DesignHit, DocketHit } from '../check/service.ts';
import { jsonLines, openMachine, todayInWords } from '../e2e/machine.ts';
import { quiet } from '../e2e/machineWithBaseline.ts';

const today = new Date().toISOString().slice(0, 10);
const base = [entryHit(1), entryHit(2)];
const entryToday = entryHit(3, {
  dateFiled: todayInWords,
  description: 'MOTION for Summary Judgment by Rival Inc.',
});
const suit = {
  caseId: 5,
  docketNumber: '1:26-cv-00009',
  caseName: 'Rival v. Copycat',
  court: 'ded',
  status: 'open',
  dateFiled: today,
  parties: [],
  patentNumbers: [],
  entries: [],
};
const olderEntries = [11, 12, 13, 14, 15].map((number) =>
  entryHit(number, { documentNumber: '', documentHref: null, dateFiled: `Jan ${number}, 2020` }),
);
/** For each kind of change, what the service then shows, and the words that a reader must find. */
const docketNews: [string, Partial<DocketHit>, RegExp[]][] = [
  ['docket.status', { status: 'terminated', dateTerminated: today }, [/terminated|ended/i]],
  ['docket.updated', { assignedTo: 'Alan Reyes' }, [/Alan Reyes/, /Mary Hollis/, /judge/i]],
  ['entry.new', { entries: [...base, entryToday], entryTotal: 3 }, [/MOTION for Summary Judgment/]],
  ['entry.updated', { entries: [entryHit(1), entryHit(2, { pdfUrl: 'https://files.example/2.pdf' })] }, [/PDF/]],
  ['entry.unseen', { entryTotal: 6 }, [/\b4 /]],
  ['entry.backfill', { entries: [...base, ...olderEntries], entryTotal: 7 }, [/\b5 /, /older|earlier/i]],
  ['docket.new', { caseName: 'Widget Co. v. Newcomer', dateFiled: today }, [/Newcomer/, /new case/i]],
];
const designNews: [string, DesignHit, RegExp[]][] = [
  ['design.status', { STATUS: 'EXP' }, [/EXP|expired/i]],
  ['design.updated', { HOL: ['Rival Nord AB'] }, [/Rival Nord AB/, /Rival Bottles GmbH/]],
  ['design.renewed', { ED: '2034-05-06' }, [/2034/, /2029/, /renew/i]],
  ['design.litigation', { caseTotal: 1, cases: [suit] }, [/1:26-cv-00009/, /Copycat/]],
  ['design.new', { RD: `${today}T23:59:59Z` }, [/Bottle \d/]],
];

it('each kind of change leads to one alert, by mail and Slack, with the words that a reader needs', async () => {
  const machine = await openMachine();
  const dockets = docketNews.map(([kind], index) =>
    docketWith(base, {
      docketId: 7001 + index,
      docketNumber: `1:20-cv-0000${index}`,
      caseName: `Widget Co. v. ${kind}`,
    }),
  );
  const designs = designNews.map((_, index) => designHit(index, quiet));
  machine.service.dockets = dockets.slice(0, -1);
  machine.service.designs = designs.slice(0, -1);
  expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
  machine.newMails();
  machine.newPosts();

  const expectAlert = async (kind: string, label: string, words: readonly RegExp[]) => {
    expect([kind, await machine.run(['check'])]).toMatchObject([kind, { code: 0, stderr: '' }]);
    const mails = machine.newMails().filter((mail) => mail.to === 'litigation@example.com');
    const posts = machine.newPosts();
    expect([kind, mails.length, posts.length]).toEqual([kind, 1, 1]);
    for (const word of [new RegExp(label), ...words]) {
      expect(`${kind}: ${mails[0]?.subject}\n${mails[0]?.text}`).toMatch(word);
      expect(`${kind}: ${posts[0]}`).toMatch(word);
    }
  };
  for (const [index, [kind, more, words]] of docketNews.entries()) {
    const hit = { ...(dockets[index] ?? docketHit()), ...more };
    machine.service.dockets = machine.service.dockets.toSpliced(index, 1, hit);
    await expectAlert(kind, String(hit.docketNumber), words);
  }
  for (const [index, [kind, more, words]] of designNews.entries()) {
    machine.service.designs = machine.service.designs.toSpliced(index, 1, { ...designs[index], ...more });
    await expectAlert(kind, `DM/20000${index}`, words);
  }
  expect((await machine.run(['check'])).code).toBe(0);
  expect([...machine.newMails(), ...machine.newPosts()]).toEqual([]);
  const changes = jsonLines((await machine.run(['changes', '--json'])).stdout);
  expect(changes.map((change) => change.kind)).toEqual([...docketNews, ...designNews].map(([kind]) => kind));
});
