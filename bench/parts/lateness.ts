/**
 * How much later than it had to each call started, in the unit of the times given. A call may start when it is due, and no sooner
 * than `gap` after the one before it was allowed to (not: after it did, so that what is lost on the way counts for all that follow).
 * `due` and `started` belong together by their index.
 */
export function lateness(calls: readonly { due: number; started: number }[], gap: number): number[] {
  // Which of those that are due at one moment comes first is nobody's promise: the line is taken as it came.
  const line = [...calls].sort((a, b) => a.due - b.due || a.started - b.started);
  let allowed = Number.NEGATIVE_INFINITY;
  return line.map(({ due, started }) => {
    allowed = Math.max(due, allowed + gap);
    return started - allowed;
  });
}
