import SQLite from 'better-sqlite3';
import type { Benchmark } from './parts/figures.ts';
import { designPage } from './parts/responses.ts';
import { startServer } from './parts/server.ts';
import { openWorkshop } from './parts/workshop.ts';

const checks = 1000;

/** The pages of the database file in use, before and after many checks without news. */
export const benchmark: Benchmark = async () => {
  const server = await startServer();
  await server.stock({ name: 'Known', responses: [1, 2, 3].map((version) => designPage(100, { version })) });
  const workshop = await openWorkshop(server.url, {
    watches: [{ id: 'known', designs: { source: 'HAGUE', holder: 'Known' } }],
  });
  await workshop.check('known');
  const before = usedBytes(workshop.config.database);
  for (let check = 0; check < checks; check += 1) await workshop.check('known');
  const added = (usedBytes(workshop.config.database) - before) / checks;
  await workshop.close();
  server.stop();
  const note = `of ${checks} in a row`;
  return [{ what: 'added to the store by a check without news', measured: added, atMost: 300, unit: 'bytes', note }];
};

function usedBytes(file: string): number {
  const connection = new SQLite(file, { readonly: true });
  const read = (name: string) => Number(connection.pragma(name, { simple: true }));
  const bytes = (read('page_count') - read('freelist_count')) * read('page_size');
  connection.close();
  return bytes;
}
