export interface Stops {
  add(stop: () => Promise<void>): void;
  /**
   * Stops all parts, the last started first, one after the other. Safe to call twice. @throws what the first that
   * failed threw, once all were asked.
   */
  stopAll(): Promise<void>;
}

export function collectStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    stopAll: async () => {
      const failed: unknown[] = [];
      for (let next = stops.pop(); next !== undefined; next = stops.pop())
        await next().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}
