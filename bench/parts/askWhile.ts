import { setTimeout as after } from 'node:timers/promises';

/** Milliseconds that each answer took. */
export interface Answers {
  readonly health: readonly number[];
  readonly page: readonly number[];
}

const healthEveryMs = 20;
/** The page lists checks and is read by people: seldom asked for, but never slow. */
const pageEvery = 10;

/** Asks a daemon for its health fifty times a second, and for its page five times, until `isDone`, which is asked as often as the page. */
export async function askWhile(url: string, isDone: () => boolean): Promise<Answers> {
  const health: number[] = [];
  const page: number[] = [];
  for (let turn = 0; ; turn += 1) {
    health.push(await answerMs(`${url}/healthz`));
    if (turn % pageEvery === 0) {
      if (isDone()) return { health, page };
      page.push(await answerMs(`${url}/`));
    }
    await after(healthEveryMs);
  }
}

async function answerMs(url: string): Promise<number> {
  const askedMs = performance.now();
  const answer = await fetch(url);
  await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - askedMs;
}
