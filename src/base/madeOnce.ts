/** Computes a value once per immutable object, for example once for ten thousand watches and not for every page. */
export function madeOnce<From extends object, Made extends object | string>(
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new WeakMap<From, Made>();
  return (from) => {
    const made = known.get(from) ?? make(from);
    known.set(from, made);
    return made;
  };
}

/** Found again when it is so old; what failed is sought anew at the next call. */
export function keptFor<T>(milliseconds: number, find: () => Promise<T>): () => Promise<T> {
  let kept: { readonly found: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.found;
    const made = { found: find(), until: performance.now() + milliseconds };
    made.found.catch(() => {
      if (kept === made) kept = undefined;
    });
    kept = made;
    return made.found;
  };
}
