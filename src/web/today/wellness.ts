import type { Coverage } from '../../channels/message/content.ts';
import { counted } from '../../words/counted.ts';

/** One line on whether all watches were looked at. */
export interface Wellness {
  readonly isWell: boolean;
  /** `All 12 watches checked completely; last 7:04 AM` is built of these words and the moment. */
  readonly words: string;
}

/** Whether every watch was looked at, in one line; without a watch nothing is claimed. */
export function wellnessOf({ watches, unwatched }: Pick<Coverage, 'watches' | 'unwatched'>): Wellness {
  if (watches === 0) return { isWell: false, words: 'No watches yet' };
  if (unwatched.length === 0) {
    return {
      isWell: true,
      words: watches === 1 ? 'The one watch was checked completely' : `All ${watches} watches checked completely`,
    };
  }
  return {
    isWell: false,
    words: `${unwatched.length} of ${counted(watches, 'watch', 'watches')} not checked completely`,
  };
}
