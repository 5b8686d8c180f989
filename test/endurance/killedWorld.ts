import type { Sandbox } from '../../sandbox/sandbox.ts';
import { Dice } from '../../sandbox/world/dice.ts';
import { design, docket, entry } from '../sandbox/asking.ts';

/**
 * A small world that changes by one event at a time. Its reports are the same in the end however many events come
 * between two checks: nothing is undone, and nothing happens to a new record.
 */
export class KilledWorld {
  readonly #sandbox: Sandbox;
  readonly #dice: Dice;
  readonly #today: string;
  #events = 0;

  constructor(sandbox: Sandbox, seed: string, today: string) {
    this.#sandbox = sandbox;
    this.#dice = new Dice(seed);
    this.#today = today;
    for (const id of [1, 2, 3, 4]) sandbox.put(docket(id, { entryTotal: 1, entries: [this.#entry()] }));
    for (const number of ['DM/100001', 'DM/100002']) sandbox.put(design(number));
  }

  moveOn(): void {
    const event = this.#dice.between(1, 10);
    if (event <= 6)
      this.#sandbox.patch({ type: 'docket', key: `${this.#dice.between(1, 4)}`, addEntries: [this.#entry()] });
    else if (event <= 8) this.#fileCase();
    else this.#sandbox.put(design(`DM/2${String(this.#next()).padStart(5, '0')}`, { RD: `${this.#today}T23:59:59Z` }));
  }

  #fileCase(): void {
    const id = 100 + this.#next();
    // The watch of the company finds about one in two of these cases.
    const parties = this.#dice.chance(0.5) ? ['Alder Co.', 'Cedar Inc.'] : ['Cedar Inc.'];
    this.#sandbox.put(docket(id, { dateFiled: this.#today, parties, entryTotal: 1, entries: [this.#entry()] }));
  }

  #entry() {
    const number = this.#next();
    return entry(`${number}`, this.#today, `ORDER about exhibit ${number * 37}, as moved by counsel`);
  }

  #next(): number {
    this.#events += 1;
    return this.#events;
  }
}
