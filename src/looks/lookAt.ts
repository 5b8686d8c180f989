import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { TipstaffError } from '../errors.ts';
import type { FigureLooks } from './describePicture.ts';

/** Describes pictures in threads of their own. */
export interface Looker {
  /**
   * The looks of the figures of one picture; empty where it shows nothing.
   * @throws TipstaffError `looks.badPicture` or `looks.noDecoder`
   */
  lookAt(bytes: Uint8Array): Promise<readonly FigureLooks[]>;
  close(): Promise<void>;
}

type Answer = { readonly figures: readonly FigureLooks[] } | { readonly code: string; readonly message: string };

const answerSeconds = 60;
/** Of a thread's own objects; what sharp decodes is bounded by its limit on pixels. */
const mostMegabytes = 256;

/** Opens its threads as they are needed, `threads` at most. Never unref'd: close it. */
export function openLooker(threads = availableParallelism()): Looker {
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  let open = 0;
  const take = async (): Promise<Worker> => {
    const worker = idle.pop();
    if (worker !== undefined) return worker;
    if (open >= threads) return new Promise((resolve) => waiting.push(resolve));
    open += 1;
    return startWorker();
  };
  const give = (worker: Worker) => {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  };
  return {
    lookAt: async (bytes) => {
      const worker = await take();
      const answer = await ask(worker, bytes);
      // A thread that ended or hangs is replaced; the picture is to blame.
      give(answer === undefined ? await replaced(worker) : worker);
      if (answer === undefined) throw new TipstaffError('looks.badPicture', 'The picture could not be read in time.');
      if ('code' in answer) throw new TipstaffError(answer.code, answer.message);
      return answer.figures;
    },
    close: async () => {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
      open = 0;
    },
  };
}

async function replaced(worker: Worker): Promise<Worker> {
  await worker.terminate();
  return startWorker();
}

function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './looksWorker.ts' : './looksWorker.js';
  return new Worker(new URL(file, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
}

/** Undefined where the thread ended, or did not answer in time. */
async function ask(worker: Worker, bytes: Uint8Array): Promise<Answer | undefined> {
  const ending = new AbortController();
  const { signal } = ending;
  worker.postMessage(bytes);
  try {
    const ended = once(worker, 'exit', { signal }).then(() => []);
    const late = setTimeout(answerSeconds * 1000, [], { signal });
    const [answer] = await Promise.race([once(worker, 'message', { signal }), ended, late]);
    return answer as Answer | undefined;
  } catch {
    // What the thread threw ended it.
    return undefined;
  } finally {
    ending.abort();
  }
}
