import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Shelf } from './shelf.ts';

export interface Served {
  /** Requests answered so far. */
  readonly requests: number;
  /** When each name was last answered, in milliseconds since 1970. */
  readonly servedAt: ReadonlyMap<string, number>;
}

/** The bench's own search service, running. */
export interface AnswerServer {
  readonly url: string;
  /** Puts answers on their shelves, in place of those that stood there. */
  stock(...shelves: readonly Shelf[]): Promise<void>;
  served(): Promise<Served>;
  stop(): void;
}

export async function startServer(): Promise<AnswerServer> {
  const child = fork(new URL('./answerServer.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const tell = async (shelves: readonly Shelf[]): Promise<Served> => {
    child.send([...shelves]);
    const [served] = (await once(child, 'message')) as [Served];
    return served;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    stock: async (...shelves) => {
      await tell(shelves);
    },
    served: () => tell([]),
    stop: () => child.disconnect(),
  };
}
