import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * What the benchmark's own search service responds to one name (`companyName` of a docket
 * search, `hol` of a design search).
 */
export interface Shelf {
  readonly name: string;
  /** One per request in turn, starting again after the last; with `pageSize`, one per page of the result. */
  readonly responses: readonly Buffer[];
  readonly pageSize?: number | undefined;
}

/** The benchmark's own search service, running. */
export interface Server {
  readonly url: string;
  /**
   * Sets the responses for names, in place of the previous ones.
   * @returns the number of requests so far
   */
  stock(...shelves: readonly Shelf[]): Promise<number>;
  stop(): void;
}

export async function startServer(): Promise<Server> {
  const child = fork(new URL('./serverProcess.ts', import.meta.url), { serialization: 'advanced' });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stock(...shelves) {
      child.send(shelves);
      const [requests] = (await once(child, 'message')) as [number];
      return requests;
    },
    stop: () => child.disconnect(),
  };
}
