import type { Benchmark, Figure } from './parts/figures.ts';
import { openPlain } from './parts/plain.ts';
import { designPage, docketPage } from './parts/responses.ts';
import { startServer } from './parts/server.ts';
import { sideBySide } from './parts/sideBySide.ts';
import { openWorkshop } from './parts/workshop.ts';

const quiet = { turns: 15, calls: 8, warmUp: 100 };
/** Longer turns: both ways leave megabytes of garbage after each call, and each turn should collect its own. */
const news = { turns: 5, calls: 40, warmUp: 40 };
/** Enough versions that each check of the watch with news finds a new one. */
const versions = news.warmUp + news.turns * news.calls + 1;

const versionsOf = (count: number, make: (version: number) => Buffer) =>
  Array.from({ length: count }, (_, i) => make(i));

/**
 * The responses are made when their case starts. Each check must find exactly `changes` changes: a benchmark that finds
 * none although there is one measures nothing.
 */
const cases = [
  {
    what: 'a check, the same bytes: 100 designs',
    operation: 'wipo',
    responses: (name: string) => [designPage(100, { name })],
    atMost: 2.5,
    changes: 0,
    takes: quiet,
  },
  {
    what: 'a check, the same bytes: 10 dockets of 200 entries',
    operation: 'pacer',
    responses: (name: string) => [docketPage(10, 200, { name })],
    atMost: 2.5,
    changes: 0,
    takes: quiet,
  },
  {
    what: 'a check, volatile fields moved: 100 designs',
    operation: 'wipo',
    responses: (name: string) => versionsOf(10, (version) => designPage(100, { name, firstId: 1001, version })),
    atMost: 6,
    changes: 0,
    takes: quiet,
  },
  {
    what: 'a check, an unknown field moved: 10 dockets of 200 entries',
    operation: 'pacer',
    responses: (name: string) => versionsOf(10, (version) => docketPage(10, 200, { name, firstId: 1001, version })),
    atMost: 6,
    changes: 0,
    takes: quiet,
  },
  {
    what: 'a check, one new entry: 10 dockets of 200 entries',
    operation: 'pacer',
    responses: (name: string) =>
      versionsOf(versions, (newEntries) => docketPage(10, 190, { name, firstId: 2001, newEntries })),
    atMost: 6,
    changes: 1,
    takes: news,
  },
] as const;

/** A check fetches the bytes, finds what is new and commits. The plain way fetches the same bytes and parses them. */
export const benchmark: Benchmark = async () => {
  const server = await startServer();
  const nameOf = (index: number) => `Case ${index}`;
  const watches = cases.map(({ operation }, index) => {
    const name = nameOf(index);
    const search =
      operation === 'pacer' ? { dockets: { companyName: name } } : { designs: { source: 'HAGUE', holder: name } };
    return { id: `watch-${index}`, ...search };
  });
  const workshop = await openWorkshop(server.url, { watches });
  const plain = openPlain(server.url);
  const figures: Figure[] = [];
  for (const [index, { what, operation, responses, atMost, changes, takes }] of cases.entries()) {
    const made = responses(nameOf(index));
    const plainName = `${nameOf(index)}, plain`;
    await server.stock({ name: nameOf(index), responses: made }, { name: plainName, responses: made });
    const query = { [operation === 'pacer' ? 'companyName' : 'hol']: plainName, from: 0, size: 50, entrySize: 200 };
    await workshop.check(`watch-${index}`);
    const ours = async () => {
      const summary = await workshop.check(`watch-${index}`);
      const isAsExpected = summary.outcome === 'complete' && summary.changes.length === changes;
      if (!isAsExpected) throw new Error(`${what}: ${JSON.stringify(summary).slice(0, 300)}`);
    };
    const { ratio, oursMs, plainMs } = await sideBySide({ ours, plain: () => plain.fetch(operation, query) }, takes);
    const note = `${oursMs.toFixed(1)} ms, fetch and JSON.parse ${plainMs.toFixed(1)} ms`;
    figures.push({ what, measured: ratio, atMost, unit: 'ratio', note });
  }
  await plain.close();
  await workshop.close();
  server.stop();
  return figures;
};
