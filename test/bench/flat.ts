import type { Benchmark, Figure } from './parts/figures.ts';
import { fillStore } from './parts/fillStore.ts';
import { designPage, docketPage } from './parts/responses.ts';
import { type Server, startServer } from './parts/server.ts';
import { sideBySide } from './parts/sideBySide.ts';
import { openWorkshop, type Workshop } from './parts/workshop.ts';

const takes = { turns: 15, calls: 10, warmUp: 20 };
const least = 1000;
const versions = 1 + takes.warmUp + takes.turns * takes.calls;

/** Each store searches under its own name and gets the same responses. */
const cases = [
  { id: 'same', what: 'the same bytes', operation: 'wipo', responses: [designPage(100)] },
  {
    id: 'news',
    what: 'one new entry',
    operation: 'pacer',
    responses: Array.from({ length: versions }, (_, newEntries) => docketPage(10, 50, { firstId: 3001, newEntries })),
  },
] as const;

/** Runs the same check in two stores that differ only in how many other records they contain. */
export const benchmark: Benchmark = async ({ full }) => {
  const server = await startServer();
  const figures: Figure[] = [];
  for (const records of full ? [100_000, 1_000_000] : [100_000]) {
    // New stores for each number of records: both stores of a pair must have seen the same checks.
    const few = await openFilled(server, least);
    const many = await openFilled(server, records);
    for (const { id, what } of cases) {
      for (const workshop of [few, many]) await workshop.check(id);
      const ways = { ours: () => many.check(id), plain: () => few.check(id) };
      const { ratio, oursMs, plainMs } = await sideBySide(ways, takes);
      figures.push({
        what: `a check beside ${records.toLocaleString('en')} records, against ${least.toLocaleString('en')}: ${what}`,
        measured: ratio,
        atMost: 1.2,
        unit: 'ratio',
        note: `${oursMs.toFixed(2)} ms against ${plainMs.toFixed(2)} ms`,
      });
    }
    await many.close();
    await few.close();
  }
  server.stop();
  return figures;
};

async function openFilled(server: Server, records: number): Promise<Workshop> {
  const nameOf = (id: string) => `Case ${id} beside ${records}`;
  await server.stock(...cases.map(({ id, responses }) => ({ name: nameOf(id), responses })));
  const watches = cases.map(({ id, operation }) =>
    operation === 'pacer'
      ? { id, dockets: { companyName: nameOf(id) } }
      : { id, designs: { source: 'HAGUE', holder: nameOf(id) } },
  );
  const workshop = await openWorkshop(server.url, { watches });
  fillStore(workshop.config.database, records);
  return workshop;
}
