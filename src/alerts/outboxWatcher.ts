import { alertsSince, newestAlert } from '../store/outbox/newAlerts.ts';
import type { Db } from '../store/store.ts';

/**
 * Finds out which channels have new alerts, so that a check wakes only those that it has news for: one statement, however many
 * channels there are.
 */
export class OutboxWatcher {
  readonly #db: Db;
  readonly #channels: readonly string[];
  readonly #tell: (channel: string) => void;
  /** The newest alert that was looked at; undefined until the first look, which tells every channel. */
  #seen: number | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;

  /** @param tell called with each of the channels that has alerts which no look has seen. */
  constructor(db: Db, channels: readonly string[], tell: (channel: string) => void) {
    this.#db = db;
    this.#channels = channels;
    this.#tell = tell;
  }

  /** Looks at the outbox now; whoever comes meanwhile has it done once more. Rejects when the store does. */
  look(): Promise<void> {
    this.#lookAgain = true;
    this.#looking ??= this.#lookUntilSeen().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookUntilSeen(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      for (const channel of await this.#channelsWithNews()) this.#tell(channel);
    }
  }

  async #channelsWithNews(): Promise<readonly string[]> {
    if (this.#seen === undefined) {
      this.#seen = await newestAlert(this.#db);
      return this.#channels;
    }
    const news = await alertsSince(this.#db, this.#seen);
    this.#seen = Math.max(this.#seen, ...news.map(({ newestId }) => newestId));
    return news.map(({ channel }) => channel);
  }
}
