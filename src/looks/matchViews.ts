import { cosineOf } from './likeness.ts';

/** A picture of a design, as vectors: of each of its figures, or of one figure as it is, mirrored and turned. */
export interface View {
  readonly name: string;
  readonly vectors: readonly Int8Array[];
}

/** Two views beside each other; one alone where the other design has no more. */
export interface ViewPair {
  readonly left: View | undefined;
  readonly right: View | undefined;
  /** 0 to 1; undefined where one of them is missing or was not looked at. */
  readonly likeness: number | undefined;
}

/**
 * The views of two designs in pairs: those that are most alike first, each view once; then what is left over, in its
 * order.
 */
export function matchViews(left: readonly View[], right: readonly View[]): ViewPair[] {
  const all = left.flatMap((a) => right.map((b) => ({ left: a, right: b, likeness: likenessOf(a, b) })));
  const [takenLeft, takenRight] = [new Set<View>(), new Set<View>()];
  const pairs: ViewPair[] = [];
  for (const pair of all.sort((a, b) => (b.likeness ?? -1) - (a.likeness ?? -1))) {
    if (pair.likeness === undefined || takenLeft.has(pair.left) || takenRight.has(pair.right)) continue;
    takenLeft.add(pair.left);
    takenRight.add(pair.right);
    pairs.push(pair);
  }
  const [restLeft, restRight] = [
    left.filter((one) => !takenLeft.has(one)),
    right.filter((one) => !takenRight.has(one)),
  ];
  const rest = Array.from({ length: Math.max(restLeft.length, restRight.length) }, (_, at) => ({
    left: restLeft[at],
    right: restRight[at],
    likeness: undefined,
  }));
  return [...pairs, ...rest];
}

function likenessOf(a: View, b: View): number | undefined {
  const all = a.vectors.flatMap((one) => b.vectors.map((other) => cosineOf(one, other)));
  return all.length === 0 ? undefined : Math.max(0, ...all);
}
