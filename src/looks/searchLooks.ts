import { lookLength } from './histogram.ts';
import { compareLooks, type DesignLooks, type Find, lengthOf, type OwnLooks, uprightVariants } from './likeness.ts';

/** The figures of many designs side by side: a million take 128 MB, and are searched in less than a second. */
export interface LooksIndex {
  /** `lookLength` numbers a figure. */
  readonly vectors: Int8Array;
  /** One through the length of each figure's vector. */
  readonly scales: Float32Array;
  /** For each figure the place of its design. */
  readonly designs: Uint32Array;
  readonly count: number;
}

export function indexLooks(designs: readonly Pick<DesignLooks, 'vectors'>[]): LooksIndex {
  const figures = designs.reduce((sum, { vectors }) => sum + vectors.length, 0);
  const vectors = new Int8Array(figures * lookLength);
  const owners = new Uint32Array(figures);
  const scales = new Float32Array(figures);
  let at = 0;
  for (const [place, design] of designs.entries()) {
    for (const vector of design.vectors) {
      vectors.set(vector, at * lookLength);
      owners[at] = place;
      scales[at] = 1 / lengthOf(vector);
      at += 1;
    }
  }
  return { vectors, scales, designs: owners, count: designs.length };
}

/** The places of the designs whose best figure is most like one of the queries: so many, in no order. */
export function nearestDesigns(index: LooksIndex, queries: readonly Int8Array[], many: number): number[] {
  const best = new Float32Array(index.count).fill(-1);
  for (const query of queries) lookThrough(index, query, best);
  const worst = best.toSorted()[Math.max(0, best.length - many)] ?? -1;
  const near: number[] = [];
  for (let place = 0; place < best.length; place++) {
    const likeness = best[place] ?? -1;
    if (likeness >= worst && likeness > -1) near.push(place);
  }
  return near;
}

/** Numbers of 8 bits multiply as whole numbers of 32, which is what makes this fast. */
function lookThrough({ vectors, scales, designs }: LooksIndex, query: Int8Array, best: Float32Array): void {
  const scale = 1 / lengthOf(query);
  const wide = Int32Array.from(query);
  for (let figure = 0, at = 0; figure < scales.length; figure++) {
    let sum = 0;
    for (let number = 0; number < lookLength; number++, at++)
      sum = (sum + Math.imul(wide[number] as number, vectors[at] as number)) | 0;
    const likeness = sum * scale * (scales[figure] as number);
    const place = designs[figure] as number;
    if (likeness > (best[place] as number)) best[place] = likeness;
  }
}

/** So many are compared in full: turned, mirrored, and by their two best views. */
const comparedInFull = 500;

/** The designs most like one's own, the most similar first: found by their figures, then compared in full. */
export function mostLike(own: OwnLooks, designs: readonly DesignLooks[]): Find[] {
  const queries = own.pictures.flatMap(({ variants }) => variants.slice(0, uprightVariants));
  const near = nearestDesigns(indexLooks(designs), queries, comparedInFull);
  const finds = near.flatMap((place) => {
    const design = designs[place];
    return design === undefined ? [] : (compareLooks(own, design) ?? []);
  });
  return finds.sort((a, b) => b.likeness - a.likeness || (a.key < b.key ? -1 : 1));
}
