import { designAnswer, docketAnswer } from './parts/answers.ts';
import type { Benchmark, Figure } from './parts/figures.ts';
import { fillStore } from './parts/fillStore.ts';
import { sideBySide } from './parts/sideBySide.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { openWorkshop, type Workshop } from './parts/workshop.ts';

const turns = 25;
const calls = 10;
const warmUp = 20;
const least = 1000;

/** The checks whose time must not grow with what is stored. Each holder of a name is its own store. */
const cases = [
  { watch: 'same', what: 'the same bytes', operation: 'wipo', answers: () => [designAnswer({ designs: 100 })] },
  {
    watch: 'moved',
    what: 'an unknown field moved',
    operation: 'pacer',
    answers: () => [1, 2, 3].map((version) => docketAnswer({ dockets: 10, entries: 50, firstId: 2001, version })),
  },
  {
    watch: 'news',
    what: 'one new entry',
    operation: 'pacer',
    answers: () =>
      Array.from({ length: 1 + warmUp + turns * calls }, (_, newEntries) =>
        docketAnswer({ dockets: 10, entries: 50, firstId: 3001, newEntries }),
      ),
  },
] as const;

export const benchmark: Benchmark = {
  title: `A check beside more that is stored, against one beside ${least} records`,
  async measure({ full }) {
    const server = await startServer();
    const figures: Figure[] = [];
    for (const records of full ? [100_000, 1_000_000] : [100_000]) {
      // A fresh one for each: both stores of a pair have seen the same checks.
      const few = await openFilled(server, least);
      const many = await openFilled(server, records);
      for (const { watch, what } of cases) {
        await stock(server, [least, records]);
        for (const workshop of [few, many]) await workshop.check(watch);
        const ways = { ours: () => many.check(watch), plain: () => few.check(watch) };
        const { wall, cpu, oursMs, plainMs } = await sideBySide(ways, { turns, calls, warmUp });
        const note = `${oursMs.toFixed(2)} ms against ${plainMs.toFixed(2)} ms; by CPU ${cpu.toFixed(2)}`;
        const size = `${records.toLocaleString('en')} records`;
        figures.push({ what: `${size}: ${what}`, measured: wall, atMost: 1.2, unit: 'ratio', note });
      }
      await many.close();
      await few.close();
    }
    server.stop();
    return figures;
  },
};

const nameOf = (watch: string, records: number) => `Watch of ${watch} beside ${records}`;

async function openFilled(server: AnswerServer, records: number): Promise<Workshop> {
  const watches = cases.map(({ watch, operation }) =>
    operation === 'pacer'
      ? { id: watch, dockets: { companyName: nameOf(watch, records) } }
      : { id: watch, designs: { source: 'HAGUE', holder: nameOf(watch, records) } },
  );
  const workshop = await openWorkshop(server.url, { watches });
  fillStore(workshop.config.database, records);
  return workshop;
}

async function stock(server: AnswerServer, sizes: readonly number[]): Promise<void> {
  const shelves = cases.flatMap(({ watch, answers }) => {
    const made = answers();
    return sizes.map((records) => ({ name: nameOf(watch, records), answers: made }));
  });
  await server.stock(...shelves);
}
