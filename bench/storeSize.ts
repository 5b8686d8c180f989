import SQLite from 'better-sqlite3';
import { designAnswer, docketAnswer } from './parts/answers.ts';
import type { Benchmark } from './parts/figures.ts';
import { startServer } from './parts/startServer.ts';
import { openWorkshop, type Workshop } from './parts/workshop.ts';

const checks = 2000;

export const benchmark: Benchmark = {
  title: 'What is added to the store',
  async measure() {
    const server = await startServer();
    const docket = docketAnswer({ dockets: 1, entries: 5000 });
    await server.stock(
      { name: 'Long Docket', answers: [docket] },
      { name: 'Known Designs', answers: [1, 2, 3].map((version) => designAnswer({ designs: 100, version })) },
    );
    const workshop = await openWorkshop(server.url, {
      watches: [
        { id: 'docket', dockets: { companyName: 'Long Docket' } },
        { id: 'designs', designs: { source: 'HAGUE', holder: 'Known Designs' } },
      ],
    });
    const empty = usedBytes(workshop);
    await workshop.check('docket');
    const stored = usedBytes(workshop) - empty;
    await workshop.check('designs');
    const before = usedBytes(workshop);
    for (let check = 0; check < checks; check += 1) await workshop.check('designs');
    const added = (usedBytes(workshop) - before) / checks;
    await workshop.close();
    server.stop();
    return [
      { what: 'a check without news', measured: added, atMost: 300, unit: 'bytes', note: `of ${checks} in a row` },
      {
        what: 'a docket of 5,000 entries, against its text as it came',
        measured: stored / docket.length,
        atMost: 1.3,
        unit: 'ratio',
        note: `${Math.round(stored / 1000)} kB, the answer ${Math.round(docket.length / 1000)} kB`,
      },
    ];
  },
};

/** Bytes of the pages in use, those in the log included. */
function usedBytes({ config }: Workshop): number {
  const connection = new SQLite(config.database, { readonly: true });
  const read = (name: string) => Number(connection.pragma(name, { simple: true }));
  const used = (read('page_count') - read('freelist_count')) * read('page_size');
  connection.close();
  return used;
}
