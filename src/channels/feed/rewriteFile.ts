import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const lookMs = 20;
const patienceMs = 10_000;
/** Writing takes moments: who began so long ago has died. */
const deadAfterMs = 60_000;

/**
 * Replaces a file by what `write` makes of its text ('' where there is none). Several processes take turns, so that none undoes what
 * another wrote: the new file, which only one can make, is the turn. A reader never sees half a file.
 */
export async function rewriteFile(file: string, signal: AbortSignal, write: (before: string) => string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const made = await makeInTurn(fresh, signal);
  try {
    await made.writeFile(write(await readIfAny(file)));
    await made.close();
    await rename(fresh, file);
  } catch (error) {
    await made.close();
    await rm(fresh, { force: true });
    throw error;
  }
}

async function makeInTurn(fresh: string, signal: AbortSignal) {
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await open(fresh, 'wx');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || performance.now() > giveUpAtMs) throw error;
    }
    await removeOfTheDead(fresh);
    await wait(lookMs, undefined, { signal });
  }
}

async function removeOfTheDead(fresh: string): Promise<void> {
  const made = await stat(fresh).catch(() => undefined);
  if (made !== undefined && Math.abs(Date.now() - made.mtimeMs) > deadAfterMs) await rm(fresh, { force: true });
}

async function readIfAny(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
