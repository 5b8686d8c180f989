const namedAtMost = 3;

/** Names the watches that a trouble concerns: `a, b, c and 4 more`. */
export function watchesLabel(watchIds: readonly string[]): string {
  const sorted = [...watchIds].sort();
  const named = sorted.slice(0, namedAtMost).join(', ');
  const more = sorted.length - namedAtMost;
  return more > 0 ? `${named} and ${more} more` : named;
}
