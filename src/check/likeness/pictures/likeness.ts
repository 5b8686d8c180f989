/** The pictures of one design: a vector per figure, and the name of the picture that shows it. */
export type DesignLooks = Readonly<{ key: string; vectors: readonly Int8Array[]; pictures: readonly string[] }>;

export interface OwnLooks {
  readonly key: string;
  readonly pictures: readonly { readonly name: string; readonly variants: readonly Int8Array[] }[];
}

/** The likeness of an own design and another design, from their most similar pictures. */
export interface Likeness {
  readonly own: string;
  readonly key: string;
  readonly likeness: number; // 0 to 1. For sorting only; no proof.
  readonly picture: string;
  readonly ownPicture: string;
}

/** This many of the best own pictures decide. The likeness is their mean. */
const decidingPictures = 2;
/** The first variants are the figure and its mirror image. In the others the figure is turned. */
const uprightVariants = 2;
/** A sheet may be turned, but a product rarely is, so a design that is alike only when turned counts less. */
const turnedCosts = 0.1;

export function rankByLikeness(own: OwnLooks, among: readonly DesignLooks[]): Likeness[] {
  const finds = among.map((design) => compareLooks(own, design)).filter((find) => find !== undefined);
  return finds.sort((a, b) => b.likeness - a.likeness || (a.key < b.key ? -1 : 1));
}

export function compareLooks(own: OwnLooks, design: DesignLooks): Likeness | undefined {
  const best = own.pictures
    .map(({ name, variants }) => ({ name, ...bestOf(variants, design) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, decidingPictures);
  const [first] = best;
  if (first === undefined || design.vectors.length === 0) return undefined;
  const mean = best.reduce((sum, { cosine }) => sum + cosine, 0) / best.length;
  const likeness = Math.round(Math.max(0, mean) * 10_000) / 10_000;
  return { own: own.key, key: design.key, likeness, picture: first.picture, ownPicture: first.name };
}

function bestOf(variants: readonly Int8Array[], { vectors, pictures }: Omit<DesignLooks, 'key'>) {
  let best = { cosine: -1, picture: '' };
  for (const [at, variant] of variants.entries()) {
    for (const [index, vector] of vectors.entries()) {
      const cosine = cosineOf(variant, vector) - (at < uprightVariants ? 0 : turnedCosts);
      if (cosine > best.cosine) best = { cosine, picture: pictures[index] ?? '' };
    }
  }
  return best;
}

/** Returns 0 beside a vector of zeros. */
function cosineOf(a: Int8Array, b: Int8Array): number {
  return productOf(a, b) / (Math.sqrt(productOf(a, a) * productOf(b, b)) || 1);
}

function productOf(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** A picture with the variants of each of its figures. A stored design has only the figure itself. */
export type View = Readonly<{ name: string; figures: readonly (readonly Int8Array[])[] }>;

interface ViewPair {
  readonly left: View | undefined;
  readonly right: View | undefined;
  readonly likeness: number | undefined; // 0 to 1; undefined when a view is missing or has no looks.
}

/** Pairs the views of a design with those of yours or of another, by the likeness that `compareLooks` uses. */
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

function likenessOf({ name, figures }: View, own: View): number | undefined {
  const vectors = figures.flatMap(([vector]) => vector ?? []);
  if (vectors.length === 0 || own.figures.length === 0) return undefined;
  const design = { vectors, pictures: vectors.map(() => name) };
  return Math.max(0, ...own.figures.map((variants) => bestOf(variants, design).cosine));
}
