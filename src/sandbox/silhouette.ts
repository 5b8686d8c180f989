import { Dice } from './world/dice.ts';

/** Half the width of a thing at a height: both from 0 (top, none) to 1 (foot, the widest possible). */
export type Silhouette = (height: number) => number;

/** A curve through points `[height, half width]`. */
function through(...points: readonly [number, number][]): Silhouette {
  return (height) => {
    const next = points.findIndex(([at]) => at >= height);
    const [toAt, toWidth] = points[next] ?? [1, 0];
    const [fromAt, fromWidth] = points[next - 1] ?? [0, 0];
    const along = toAt === fromAt ? 1 : (height - fromAt) / (toAt - fromAt);
    const smooth = along * along * (3 - 2 * along);
    return fromWidth + (toWidth - fromWidth) * smooth;
  };
}

/** By the first two figures of the Locarno class; each is drawn with proportions of its own. */
const DRAWN: Readonly<Record<string, (dice: Dice) => Silhouette>> = {
  '06': (dice) =>
    through(
      [0, 0.4],
      [0.5, 0.4],
      [0.52, 0.6],
      [0.58, 0.6],
      [0.6, 0.1 + dice.next() * 0.1],
      [0.9, 0.12],
      [0.92, 0.5],
      [1, 0.5],
    ),
  '07': (dice) => through([0, 0.5 + dice.next() * 0.2], [0.7, 0.35], [0.9, 0.3], [1, 0.4]),
  '09': (dice) =>
    through(
      [0, 0.14],
      [0.12, 0.14],
      [0.14, 0.09],
      [0.2 + dice.next() * 0.15, 0.1],
      [0.5, 0.32 + dice.next() * 0.15],
      [0.96, 0.38],
      [1, 0.3],
    ),
  '14': (dice) => through([0, 0.3], [0.03, 0.38 + dice.next() * 0.2], [0.97, 0.4], [1, 0.3]),
  '21': (dice) => through([0, 0.1], [0.3, 0.45 + dice.next() * 0.1], [0.6, 0.3], [0.7, 0.07], [1, 0.09]),
  '26': (dice) =>
    through(
      [0, 0.05],
      [0.2, 0.15],
      [0.5, 0.55 + dice.next() * 0.2],
      [0.52, 0.04],
      [0.92, 0.04],
      [0.95, 0.3],
      [1, 0.35],
    ),
};

const vessel = (dice: Dice) =>
  through([0, 0.25], [0.3, 0.3 + dice.next() * 0.3], [0.7, 0.5], [1, 0.2 + dice.next() * 0.3]);

/** @param locarno e.g. `09-01`; unknown classes give a vessel @param design what the proportions hang on: views of one design look alike */
export function silhouetteOf(locarno: string, design: string): Silhouette {
  const draw = DRAWN[locarno.slice(0, 2)] ?? vessel;
  return draw(new Dice('silhouette', design));
}
