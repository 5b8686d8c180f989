import { contoursOf } from './contours.ts';
import { cropFigure, findFigures } from './findFigures.ts';
import { mirrored, traitsOf, turned } from './histogram.ts';
import { contrastOf, type Pixels } from './pixels.ts';
import { project } from './projection.ts';

/**
 * One figure of a picture: its look, and how it looks in a mirror and turned by quarters. The first is the figure as it
 * is.
 */
export type FigureLooks = readonly Int8Array[];

/** A sheet may show several figures; of these at most this many are compared. */
const mostFigures = 3;
/** A figure of a sheet counts beside its largest one where it has at least this share of its contours. */
const leastShare = 0.4;
/** Pixels a side to which each figure is stretched. */
const figureSide = 128;

/** Empty where the picture shows nothing. */
export function describePicture(picture: Pixels): FigureLooks[] {
  return traitsOfPicture(picture).map(looksOf);
}

/** The traits of each figure of a picture, the largest first (see `traitsOf`). */
export function traitsOfPicture(picture: Pixels): Float32Array[] {
  const figures = findFigures(contrastOf(picture));
  const largest = figures[0]?.cells ?? 0;
  return figures
    .filter(({ cells }) => cells >= largest * leastShare)
    .slice(0, mostFigures)
    .map(({ box }) => traitsOf(contoursOf(cropFigure(picture, box, figureSide)), box));
}

export function looksOf(traits: Float32Array): FigureLooks {
  const quarter = turned(traits);
  const half = turned(quarter);
  const quarters = [traits, quarter, half, turned(half)];
  return quarters.flatMap((each) => [project(each), project(mirrored(each))]);
}
