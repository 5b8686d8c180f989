import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Shelf } from './shelf.ts';

/** The bench's own search service, running. */
export interface AnswerServer {
  readonly url: string;
  /** Puts answers on their shelves, in place of those that stood there. */
  stock(...shelves: readonly Shelf[]): Promise<void>;
  /** Requests answered so far. */
  requests(): Promise<number>;
  stop(): void;
}

export async function startServer(): Promise<AnswerServer> {
  const child = fork(new URL('./answerServer.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const tell = async (shelves: readonly Shelf[]): Promise<number> => {
    child.send([...shelves]);
    const [{ requests }] = (await once(child, 'message')) as [{ requests: number }];
    return requests;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    stock: async (...shelves) => {
      await tell(shelves);
    },
    requests: () => tell([]),
    stop: () => child.disconnect(),
  };
}
