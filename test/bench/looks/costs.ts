import { Dice } from '../../../sandbox/world/dice.ts';
import { lookLength } from '../../../src/check/likeness/pictures/histogram.ts';
import {
  compareLooks,
  type DesignLooks,
  indexLooks,
  nearestDesigns,
  type OwnLooks,
} from '../../../src/check/likeness/pictures/likeness.ts';
import { openLooker } from '../../../src/check/likeness/pictures/lookAt.ts';

const dice = new Dice('costs');

function vector(): Int8Array {
  return Int8Array.from({ length: lookLength }, () => Math.floor(dice.next() * 255) - 127);
}

function timed(work: () => void): string {
  const started = performance.now();
  work();
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}

/** Sentences on the costs of looks: a week of a class, a million figures, and the memory of the picture thread. */
export async function* costs(pictures: readonly Uint8Array[]): AsyncGenerator<string> {
  const week: DesignLooks[] = Array.from({ length: 1000 }, (_, at) => {
    const vectors = Array.from({ length: 4 }, vector);
    return { key: String(at), vectors, pictures: vectors.map(String) };
  });
  const portfolio: OwnLooks[] = Array.from({ length: 20 }, (_, at) => ({
    key: String(at),
    pictures: Array.from({ length: 3 }, () => ({ name: '', variants: Array.from({ length: 8 }, vector) })),
  }));
  const compared = timed(() => {
    for (const design of week) for (const own of portfolio) compareLooks(own, design);
  });
  yield `4,000 new pictures beside 20 own designs of three: ${compared}.`;
  const some = Array.from({ length: 1000 }, vector);
  const million = Array.from({ length: 250_000 }, (_, at) => ({
    vectors: [0, 1, 2, 3].map((view) => some[(at * 4 + view) % 1000] ?? vector()),
  }));
  const index = indexLooks(million);
  yield `A million figures searched for one: ${timed(() => nearestDesigns(index, [vector()], 500))}.`;
  const looker = openLooker();
  const before = process.memoryUsage.rss();
  let most = before;
  for (const picture of pictures) {
    await looker.lookAt(picture);
    most = Math.max(most, process.memoryUsage.rss());
  }
  await looker.close();
  yield `The thread that looked at ${pictures.length} pictures: ${Math.round((most - before) / 1e6)} MB.`;
}
