/** Gives a connection to one user at a time, in the order in which they asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #end = () => {};

  /** Resolves when it is the caller's turn. The turn lasts until `give`. */
  async take(): Promise<void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#end = resolve;
  }

  give(): void {
    this.#end();
  }
}
