import { pauseWatch, resumeWatch } from '../check/holds/pauses.ts';
import { pageTimezone } from '../config/config.ts';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import type { Pause } from '../schedule/pausesTable.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { chooseWatches } from './chooseWatches.ts';
import { untilAsked, zonedMinute } from './momentAsked.ts';
import type { Done } from './muting.ts';
import { userName } from './users.ts';

export interface PauseOptions {
  readonly until?: string | undefined;
  readonly because?: string | undefined;
}

/**
 * Pauses a watch, or changes the pause that it has.
 * @throws TipstaffError `usage.pause` for a moment that is past or invalid, `usage.watch` for an unknown watch, or one that was removed.
 */
export async function pause(program: Program, id: string, options: PauseOptions): Promise<Done> {
  const { store, config, clock } = program;
  const { because = '' } = options;
  const [watch] = chooseWatches(config, [id]);
  const timezone = pageTimezone(config);
  const asked = { code: 'usage.pause', timezone, now: clock() };
  const until = options.until === undefined ? null : untilAsked(options.until, asked);
  await syncWatches(store, config, clock());
  const made: Pause = {
    watchId: watch?.id ?? id,
    author: userName(),
    reason: because.trim(),
    beganAt: clock().toISOString(),
    until,
  };
  if (!(await store.transaction((trx) => pauseWatch(trx, config, made)))) throw removed(made.watchId);
  const { watchId, ...json } = made;
  return {
    words: `${watchId} is paused ${untilWords(made, timezone)}: it is not checked and costs nothing. Resume it with: tipstaff watches resume ${watchId}`,
    json: { paused: watchId, ...json },
  };
}

/** Ends the pause of a watch now. @throws TipstaffError `usage.watch` for an unknown watch. */
export async function resume({ store, config, clock }: Program, id: string): Promise<Done> {
  chooseWatches(config, [id]);
  const edit = { who: userName(), now: clock() };
  const was = await store.transaction((trx) => resumeWatch(trx, config, id, edit));
  const json = { resumed: id, wasPaused: was };
  if (!was) return { words: `${id} is not paused.`, json };
  return { words: `${id} is resumed: a check that it missed is due now.`, json };
}

function removed(id: string): TipstaffError {
  return new TipstaffError(
    'usage.watch',
    `${id} is not watched any more: somebody removed it, or another process has a newer config without it. Nothing was paused.`,
  );
}

/** `until 2026-12-01 09:00 EST`, `until it is resumed` */
export function untilWords({ until }: Pick<Pause, 'until'>, timezone: string): string {
  return until === null ? 'until it is resumed' : `until ${zonedMinute(until, timezone)}`;
}
