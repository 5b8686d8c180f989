import type { Pause } from '../schedule/pausesTable.ts';
import { minute } from './momentAsked.ts';
import { untilWords } from './pausing.ts';

/** A watch that is paused, as `tipstaff status` says it; its end in this time zone. */
export function pauseLine(watchName: string, pause: Pause, timezone: string): string {
  const because = pause.reason === '' ? '' : `, because: ${pause.reason}`;
  return `~ PAUSED ${untilWords(pause, timezone)}: ${watchName}, by ${pause.author}${because}. It is not checked: nothing new is known since ${minute(pause.beganAt, timezone)}.`;
}
