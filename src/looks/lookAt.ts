import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { TipstaffError } from '../errors.ts';
import type { FigureLooks } from './describePicture.ts';
import type { Task } from './looksWorker.ts';

/** Describes pictures in threads of their own. */
export interface Looker {
  /**
   * The looks of the figures of one picture; empty where it shows nothing.
   * @throws TipstaffError `looks.badPicture`, `looks.noDecoder`, or `looks.stopped` when it was closed meanwhile
   */
  lookAt(bytes: Uint8Array): Promise<readonly FigureLooks[]>;
  /** A small JPEG of a picture, for messages. @throws like `lookAt` */
  copy(bytes: Uint8Array): Promise<Uint8Array>;
  /** Ends what is under way too: a hostile picture keeps nobody waiting. Who asks later has threads opened again. */
  close(): Promise<void>;
}

type Answer =
  | { readonly figures: readonly FigureLooks[] }
  | { readonly copy: Uint8Array }
  | { readonly code: string; readonly message: string };

const answerSeconds = 60;
/** Of a thread's own objects; what sharp decodes is bounded by its limit on pixels. */
const mostMegabytes = 256;

/** Opens its threads as they are needed, `threads` at most. Never unref'd: close it. */
export function openLooker(threads = availableParallelism()): Looker {
  const pool = openThreads(threads);
  const ask = async (task: Task) => {
    const answer = await pool.ask(task);
    if (answer === undefined) throw new TipstaffError('looks.badPicture', 'The picture could not be read in time.');
    if ('code' in answer) throw new TipstaffError(answer.code, answer.message);
    return answer;
  };
  return {
    lookAt: async (bytes) => {
      const answer = await ask({ bytes, wants: 'looks' });
      return 'figures' in answer ? answer.figures : [];
    },
    copy: async (bytes) => {
      const answer = await ask({ bytes, wants: 'copy' });
      return 'copy' in answer ? answer.copy : new Uint8Array();
    },
    close: pool.close,
  };
}

function openThreads(threads: number) {
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let closed = 0;
  const refuseClosed = (before: number) => {
    if (before !== closed) throw new TipstaffError('looks.stopped', 'The picture was not looked at: it was ended.');
  };
  const take = async (before: number): Promise<Worker> => {
    if (idle.length === 0 && busy.size >= threads) await new Promise<void>((done) => waiting.push(done));
    refuseClosed(before);
    const worker = idle.pop() ?? startWorker();
    busy.add(worker);
    return worker;
  };
  return {
    /** Undefined where the picture ended its thread, or took too long. */
    ask: async (task: Task): Promise<Answer | undefined> => {
      const before = closed;
      const worker = await take(before);
      const answer = await answerOf(worker, task);
      busy.delete(worker);
      // A thread that ended or hangs is not used again; the picture is to blame.
      if (answer === undefined || before !== closed) await worker.terminate();
      else idle.push(worker);
      waiting.shift()?.();
      refuseClosed(before);
      return answer;
    },
    close: async (): Promise<void> => {
      closed += 1;
      for (const go of waiting.splice(0)) go();
      await Promise.all([...busy, ...idle.splice(0)].map((worker) => worker.terminate()));
    },
  };
}

function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './looksWorker.ts' : './looksWorker.js';
  return new Worker(new URL(file, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
}

/** Undefined where the thread ended, or did not answer in time. */
async function answerOf(worker: Worker, task: Task): Promise<Answer | undefined> {
  const ending = new AbortController();
  const { signal } = ending;
  worker.postMessage(task);
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
