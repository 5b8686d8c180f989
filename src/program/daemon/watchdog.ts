import { errorMessage, openHttpPoster } from '../../channels/httpPost.ts';
import { startTick } from '../../schedule/scheduler.ts';
import { userAgent } from '../../version.ts';
import { startReadiness } from '../../web/readiness.ts';
import type { DaemonParts } from './work.ts';

/**
 * Proof of life, by the protocol of healthchecks: after every healthy period `watchdog.url` is called, and `/fail`
 * below it with the reasons when this daemon cannot check or deliver. Whoever is called notices by itself when nothing
 * comes.
 * @returns what stops it
 */
export function startWatchdog({ program, inForce }: DaemonParts): () => Promise<void> {
  const { store, config, clock, log } = program;
  const { watchdog } = config;
  if (watchdog === undefined) return async () => {};
  const stopping = new AbortController();
  const http = openHttpPoster();
  const findReadiness = startReadiness(
    store,
    () => inForce.now.config,
    () => inForce.now.newer,
  );
  const call = async () => {
    const { obstacles } = await findReadiness(clock());
    const reasons = obstacles.map(({ kind, reason }) => `${kind}: ${reason}`).join('\n');
    const url = obstacles.length === 0 ? watchdog.url : failAddress(watchdog.url);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': userAgent };
    await http.post(url, headers, program.redact(reasons), stopping.signal).then(
      ({ status }) => {
        if (status >= 400) log.warn({ status }, 'the watchdog refused the proof of life');
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ reason: errorMessage(error) }, 'the watchdog cannot be reached');
      },
    );
  };
  const stopTick = startTick('watchdog', call, log, watchdog.everySeconds);
  return async () => {
    stopping.abort();
    await stopTick();
    await http.close();
  };
}

/** `https://hc-ping.com/UUID` → `https://hc-ping.com/UUID/fail`; a query stays behind it. */
function failAddress(address: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
  return url.href;
}
