import type { Coverage } from '../message/content.ts';
import { counted } from '../words/counted.ts';

/** One line on whether all watches were looked at. */
export interface Wellness {
  readonly isWell: boolean;
  /** `All 12 watches checked completely; last 7:04 AM` is built of these words and the moment. */
  readonly words: string;
}

type Looked = Pick<Coverage, 'watches' | 'unwatched' | 'paused'>;

/** Whether every watch that is not paused was looked at, in one line; without a watch nothing is claimed. */
export function wellnessOf({ watches, unwatched, paused = [] }: Looked): Wellness {
  if (watches === 0) return { isWell: false, words: 'No watches yet' };
  const looked = watches - paused.length;
  const aside = paused.length === 0 ? '' : `; ${paused.length} PAUSED`;
  if (looked === 0) return { isWell: false, words: `Nothing is looked at${aside}` };
  if (unwatched.length === 0) {
    const all = looked === 1 ? 'The one watch was checked completely' : `All ${looked} watches checked completely`;
    return { isWell: true, words: `${all}${aside}` };
  }
  return {
    isWell: false,
    words: `${unwatched.length} of ${counted(looked, 'watch', 'watches')} not checked completely${aside}`,
  };
}
