/** Which due queries a process begins with, where several check: so that they do not all begin with the same one. */
export interface Share {
  has(queryId: string): boolean;
  /** An order of the others' queries that each process has for itself. */
  sort(queryIds: readonly string[]): string[];
}

/**
 * The share of one of several processes. Each query is in one share, by the highest rank of all (rendezvous hashing):
 * when a process comes or goes, only its own queries change hands.
 */
export function shareOf(own: string, all: readonly string[]): Share {
  const starts = all.filter((name) => name !== own).map((name) => mix(name));
  const ownStart = mix(own);
  const rank = (queryId: string) => finish(mix(queryId, ownStart));
  return {
    has: (queryId) => {
      const ours = rank(queryId);
      return starts.every((start) => finish(mix(queryId, start)) < ours);
    },
    sort: (queryIds) => queryIds.toSorted((a, b) => rank(b) - rank(a)),
  };
}

/** FNV-1a. */
function mix(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The end of MurmurHash3: every bit counts for the order. */
function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
