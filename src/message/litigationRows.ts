import type { FieldChange } from '../diff/change.ts';
import type { Docket } from '../records/docket.ts';
import { type Reader, readerShortDay } from '../words/readerDate.ts';
import { type Piece, plainPieces } from '../words/redline.ts';
import type { Row } from './outline.ts';
import { type CaseLine, isEnded, linesOf } from './words/litigationLines.ts';

/** What the lines of litigation are written with. */
export interface LitigationReader {
  /** Those of the cases that we hold: their dockets say when they ended. */
  readonly cases: readonly Docket[];
  readonly reader: Reader;
  /** The day of the news: dates in its year are written without the year. */
  readonly now: string;
}

/** A row for each case that concerns a design and appeared or changed: `1:26-cv-00504 Widget Co. v. Rival (W.D. Tex.): open → ended Nov 10`. */
export function litigationRows({ before, after }: FieldChange, given: LitigationReader): Row[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return now.map((line) => {
    const known = old.find((one) => one.number === line.number && (one.court === line.court || old.length === 1));
    const what = line.court === '' ? line.name : `${line.name} (${line.court})`;
    if (known === undefined) {
      const status = statusOf(line, given);
      return { name: 'New case', value: plainPieces(status === '' ? what : `${what}: ${status}`) };
    }
    return { name: 'Case', value: [...plainPieces(`${what}:`), ...movedPieces(known, line, given)] };
  });
}

function movedPieces(known: CaseLine, line: CaseLine, given: LitigationReader): Piece[] {
  const moved: Piece[] = [];
  if (known.name !== line.name) moved.push(...arrow(known.name, line.name));
  if (known.court !== line.court) moved.push(...arrow(known.court, line.court));
  if (known.status !== line.status) moved.push(...arrow(statusOf(known, given), statusOf(line, given)));
  return moved;
}

function arrow(before: string, after: string): Piece[] {
  return [
    { mark: 'removed', text: before || 'unknown' },
    { mark: 'same', text: '→' },
    { mark: 'added', text: after || 'unknown' },
  ];
}

/** `ended Nov 10`, where we know the day; `open` */
function statusOf({ number, status }: CaseLine, { cases, reader, now }: LitigationReader): string {
  if (!isEnded(status)) return status;
  const day = cases.find((one) => one.docketNumber === number)?.dateTerminated ?? '';
  return day === '' ? 'ended' : `ended ${readerShortDay(day, now, reader)}`;
}
