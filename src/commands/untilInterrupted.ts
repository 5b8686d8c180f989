/** SIGHUP: the terminal is gone. Node undoes what `nohup` does, so that it comes through all the same. */
const wishesForAnEnd = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that fires when the person at the terminal, or the system, wants an end; a second time ends at once. */
export function untilInterrupted(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error('interrupted'));
  };
  for (const wish of wishesForAnEnd) process.on(wish, interrupt);
  return {
    signal: controller.signal,
    end: () => {
      for (const wish of wishesForAnEnd) process.off(wish, interrupt);
    },
  };
}
