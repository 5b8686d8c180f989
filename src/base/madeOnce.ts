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
