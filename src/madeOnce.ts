/** What follows from something that never changes, made once for each: of ten thousand watches, not for every page. */
export function madeOnce<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const known = new WeakMap<From, { readonly made: Made }>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before.made;
    const made = make(from);
    known.set(from, { made });
    return made;
  };
}
