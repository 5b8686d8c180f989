import { designAnswer, docketAnswer } from './parts/answers.ts';
import type { Benchmark, Figure } from './parts/figures.ts';
import { openPlain } from './parts/plainFetch.ts';
import { type Comparison, sideBySide } from './parts/sideBySide.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { openWorkshop } from './parts/workshop.ts';

const calls = 8;
/** A daemon's check: after so many calls V8 has compiled what it will. */
const quiet = { turns: 31, calls, warmUp: 400 };
/**
 * The watch of news has not so many answers, and comes last, when most is compiled. Either way leaves megabytes behind with each call,
 * which V8 collects every twenty calls or so, in 20 ms: a turn is longer than that, so that each way pays for its own garbage.
 */
const withNews = { turns: 7, calls: 60, warmUp: 80 };
/** As many different answers as a watch of news is asked for, so that each call finds its own. */
const versions = withNews.warmUp + withNews.turns * withNews.calls + 1;

interface Case {
  readonly name: string;
  readonly what: string;
  readonly operation: 'pacer' | 'wipo';
  /** Made when their turn comes, and kept by the server alone: here they would have V8 collect garbage all the time. */
  readonly answers: () => readonly Buffer[];
  readonly atMost: number;
  /** Changes that each check has to find: a bench that finds none where there is one measures nothing. */
  readonly changes: number;
}

const versionsOf = (count: number, make: (version: number) => Buffer) => () =>
  Array.from({ length: count }, (_, version) => make(version));

function cases(): Case[] {
  const dockets = { dockets: 10, entries: 200 };
  const designs = { designs: 100 };
  const [second, third] = [{ firstId: 1001 }, { firstId: 2001 }];
  return [
    {
      name: 'Same Designs',
      what: 'the same bytes, 100 designs',
      operation: 'wipo',
      answers: () => [designAnswer(designs)],
      atMost: 1,
      changes: 0,
    },
    {
      name: 'Same Dockets',
      what: 'the same bytes, 10 dockets of 200 entries',
      operation: 'pacer',
      answers: () => [docketAnswer(dockets)],
      atMost: 1,
      changes: 0,
    },
    {
      name: 'Volatile Designs',
      what: 'volatile fields moved, 100 designs',
      operation: 'wipo',
      answers: versionsOf(10, (version) => designAnswer({ ...designs, ...second, version })),
      atMost: 1.5,
      changes: 0,
    },
    {
      name: 'Volatile Dockets',
      what: 'an unknown field moved, 10 dockets of 200 entries',
      operation: 'pacer',
      answers: versionsOf(10, (version) => docketAnswer({ ...dockets, ...second, version })),
      atMost: 1.5,
      changes: 0,
    },
    {
      name: 'One Entry More',
      what: 'one new entry, 10 dockets of 200 entries',
      operation: 'pacer',
      // Two hundred entries half-way.
      answers: versionsOf(versions, (newEntries) =>
        docketAnswer({ ...dockets, ...third, entries: 200 - Math.round(versions / dockets.dockets / 2), newEntries }),
      ),
      atMost: 1.6,
      changes: 1,
    },
  ];
}

export const benchmark: Benchmark = {
  title: 'A check, against fetching the same bytes with undici and JSON.parse',
  async measure() {
    const all = cases();
    const server = await startServer();
    const watches = all.map(({ name, operation }, index) =>
      operation === 'pacer'
        ? { id: `watch-${index}`, dockets: { companyName: name } }
        : { id: `watch-${index}`, designs: { source: 'HAGUE', holder: name } },
    );
    const workshop = await openWorkshop(server.url, { watches });
    const plain = openPlain(server.url);
    const figures: Figure[] = [];
    for (const [index, each] of all.entries()) {
      const kilobytes = await stock(server, each);
      const field = each.operation === 'pacer' ? 'companyName' : 'hol';
      const body = { [field]: `${each.name}, plainly`, from: 0, size: 50, entrySize: 200 };
      await workshop.check(`watch-${index}`);
      const comparison = await sideBySide(
        {
          plain: () => plain.fetch(each.operation, body),
          ours: async () => {
            const summary = await workshop.check(`watch-${index}`);
            const asExpected = summary.outcome === 'complete' && summary.changes.length === each.changes;
            if (!asExpected) throw new Error(`${each.name}: ${JSON.stringify(summary).slice(0, 300)}`);
          },
        },
        each.changes > 0 ? withNews : quiet,
      );
      figures.push(...figuresOf(each, kilobytes, comparison));
    }
    await plain.close();
    await workshop.close();
    server.stop();
    return figures;
  },
};

/** @returns how long an answer is, in thousands of bytes. */
async function stock(server: AnswerServer, { name, answers }: Case): Promise<number> {
  const shelf = { answers: answers() };
  await server.stock({ name, ...shelf }, { name: `${name}, plainly`, ...shelf });
  return Math.round((shelf.answers[0]?.length ?? 0) / 1000);
}

function figuresOf(one: Case, kilobytes: number, { wall, cpu, oursMs, plainMs }: Comparison): Figure[] {
  const note = `${kilobytes} kB: ${oursMs.toFixed(1)} ms a check, ${plainMs.toFixed(1)} ms plainly`;
  return [
    { what: one.what, measured: wall, atMost: one.atMost, unit: 'ratio', note },
    { what: `${one.what}, CPU`, measured: cpu, unit: 'ratio' },
  ];
}
