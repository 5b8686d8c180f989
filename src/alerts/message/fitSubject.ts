import { shorten } from '../../base/words/fold.ts';

/** Characters of a subject, at most; a phone shows 40 of them. */
export const longestSubject = 80;

/** What a subject may say; each list has its fullest words first. */
export interface SubjectParts {
  /** What happened: `NEW CASE; MOTION for injunction; 2 more dates`, `NEW CASE; MOTION`; last what tells most. */
  readonly what: readonly string[];
  /** `: ` or ` in `, between what happened and where. */
  readonly joint: string;
  /** The record by name and number. Those in one list differ in the court alone. */
  readonly names: readonly (readonly string[])[];
  /** `26-504`, at most 24 characters; '' where the record may not be named. */
  readonly number: string;
  /** ` +2 cases (1 new)`: what else the message is about. */
  readonly tails: readonly string[];
  /** ` [M-2026-014]` */
  readonly tag: string;
}

/**
 * The subject with the most that fits in 80 characters. It drops, in this order: the court, the words of the caption
 * that tell nothing, its middle, further rulings and dates, the whole caption, the matter. It always keeps what tells
 * most, and the number.
 */
export function subjectLine(parts: SubjectParts): string {
  const { what, names, number, joint, tails, tag } = parts;
  for (const called of number === '' ? [names] : [names, [[number]]]) {
    for (const head of what) {
      const found = firstFitting(head, joint, called, tails, longestSubject - tag.length);
      if (found !== undefined) return found + tag;
    }
  }
  return cutLine(parts);
}

/** Among names that differ only in the court, the fuller tail decides. */
function firstFitting(
  head: string,
  joint: string,
  names: readonly (readonly string[])[],
  tails: readonly string[],
  room: number,
): string | undefined {
  for (const alike of names) {
    const together = tails.flatMap((tail) => alike.map((name) => head + (name === '' ? '' : joint + name) + tail));
    const found = together.find((one) => one.length <= room);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What tells most keeps so many characters before its end is cut. */
const leastHead = 30;

/** Nothing fits whole: it drops first the matter, then the end of the words about other records. */
function cutLine({ what, names, joint, number, tails, tag }: SubjectParts): string {
  const head = what.at(-1) || (names.at(-1)?.at(-1) ?? '');
  const tail = tails.at(-1) ?? '';
  const name = number === '' ? '' : joint + number;
  const room = longestSubject - name.length;
  const needed = Math.min(head.length, leastHead);
  const whole = [tail + tag, tail].find((end) => end.length + needed <= room);
  const end = whole ?? shorten(tail, room - needed);
  return shorten(head, room - end.length) + name + end;
}
