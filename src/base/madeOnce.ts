/** What follows from something that never changes, made once for each: of ten thousand watches, not for every page. */
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
