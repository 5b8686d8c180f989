/**
 * Which parts of an alert have arrived (messages of several, recipients of one mail), so that the next attempt, of whichever process, goes
 * on where the last one stopped.
 */
export interface Arrivals {
  /** By part: null where it was accepted, else the words by which it was refused for good. */
  readonly known: ReadonlyMap<string, string | null>;
  /** To be called as soon as the server has said so, while other parts still wait. */
  note(part: string, refusal: string | null): Promise<void>;
}

/** Of a message that nobody sends again. */
export function noArrivals(): Arrivals {
  const known = new Map<string, string | null>();
  return { known, note: async (part, refusal) => void known.set(part, refusal) };
}
