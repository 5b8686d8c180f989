import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps V8's young generation as small as it starts, to be called before much is loaded: a large result would have it grow to
 * 48 MB, and hold the rest of the heap's garbage until then. V8 reads this factor each time that it would grow, and with 1 it
 * does not. `--max-semi-space-size` would do the same, but has to be given by whoever starts us.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** As a last resort V8 gives up the pages as well as what was on them. */
type Thoroughly = { readonly type: 'major'; readonly flavor: 'last-resort' };
type CollectGarbage = (how?: Thoroughly) => void;
let collect: CollectGarbage | undefined;

/** Collects garbage now, in tens of milliseconds: where much was left behind and as much is to come, or nothing for long. */
export function collectGarbage(how?: Thoroughly): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as CollectGarbage;
    setFlagsFromString('--no-expose-gc');
  }
  // To V8 an argument that is undefined is not the same as none.
  if (how === undefined) collect();
  else collect(how);
}
