import type { Logger } from 'pino';
import type { Store } from '../database/store.ts';
import { TipstaffError } from '../errors.ts';
import { openLooker } from './lookAt.ts';
import { type ComparingWatch, lookAtOwn } from './ownLooks.ts';
import { lookAtStored } from './storedLooks.ts';

export interface KeepLooksParts {
  readonly store: Store;
  readonly log: Logger;
  /** The watches in force. */
  readonly watches: () => readonly ComparingWatch[];
}

/** Stored pictures that are looked at before the others of the daemon have their turn. */
const picturesAtOnce = 25;
/** How often one's own designs are looked at again: their pictures may have come or changed. */
const ownAgainMs = 10 * 60_000;

/** Looks at pictures as they come, in a thread of its own, for as long as a watch has `similarTo`. */
export function openKeepLooks({ store, log, watches }: KeepLooksParts) {
  const looker = openLooker(1);
  const said = new Set<string>();
  let ownAt = 0;
  let isPossible = true;
  const look = async () => {
    const comparing = watches().filter(({ similarTo }) => similarTo !== undefined);
    if (comparing.length === 0) return;
    await lookAtStored(store.db, looker, picturesAtOnce);
    if (performance.now() < ownAt) return;
    ownAt = performance.now() + ownAgainMs;
    for (const watch of comparing) {
      for (const problem of await lookAtOwn(store, looker, watch)) {
        if (!said.has(problem)) log.warn({ watch: watch.id, problem }, 'a design of one’s own is not compared');
        said.add(problem);
      }
    }
  };
  return {
    look: async () => {
      try {
        if (isPossible) await look();
      } catch (error) {
        if (!(error instanceof TipstaffError) || error.code !== 'looks.noDecoder') throw error;
        isPossible = false;
        log.warn(error.message);
      }
    },
    close: () => looker.close(),
  };
}
