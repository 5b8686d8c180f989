/** A decoded picture: red, green and blue of each pixel, row by row, one byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A part of a picture; `right` and `bottom` are the first column and row outside. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** How strongly the picture changes at each pixel, whichever channel shows it; 0 to about 1. */
export function contrastOf({ width, height, data }: Pixels): Plane {
  const values = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      let strongest = 0;
      for (let channel = at; channel < at + 3; channel++) {
        const across = (data[channel + 3] ?? 0) - (data[channel - 3] ?? 0);
        const down = (data[channel + width * 3] ?? 0) - (data[channel - width * 3] ?? 0);
        strongest = Math.max(strongest, across * across + down * down);
      }
      values[y * width + x] = Math.sqrt(strongest) / 255;
    }
  }
  return { width, height, values };
}

/** The contours of a square picture: at each pixel how sure one is, 0 to 1, and which way it runs across it. */
export interface Contours {
  readonly side: number;
  readonly strength: Float32Array;
  /** 0 up to 1 for a half turn: a line has no front. */
  readonly direction: Float32Array;
}

/** A contour this strong, as a share of the strongest ones of its picture, counts in full. */
const fullShare = 0.3;

/** A line drawing, a render and a photograph of one thing look alike: a line and a border are both a contour. */
export function contoursOf({ width: side, data }: Pixels): Contours {
  const across = new Float32Array(side * side);
  const down = new Float32Array(side * side);
  const both = new Float32Array(side * side);
  for (let channel = 0; channel < 3; channel++) {
    const plane = Float32Array.from({ length: side * side }, (_, at) => (data[at * 3 + channel] ?? 0) / 255);
    addGradients(smooth(plane, side), side, { across, down, both });
  }
  const [xx, yy, xy] = [across, down, both].map((plane) => smooth(smooth(plane, side), side));
  return oriented(xx ?? across, yy ?? down, xy ?? both, side);
}

interface Gradients {
  readonly across: Float32Array;
  readonly down: Float32Array;
  readonly both: Float32Array;
}

function addGradients(plane: Float32Array, side: number, { across, down, both }: Gradients): void {
  for (let y = 0; y < side; y++) {
    const [above, below] = [Math.max(0, y - 1) * side, Math.min(side - 1, y + 1) * side];
    for (let x = 0; x < side; x++) {
      const at = y * side + x;
      const dx = ((plane[x < side - 1 ? at + 1 : at] ?? 0) - (plane[x > 0 ? at - 1 : at] ?? 0)) / 2;
      const dy = ((plane[below + x] ?? 0) - (plane[above + x] ?? 0)) / 2;
      across[at] = (across[at] ?? 0) + dx * dx;
      down[at] = (down[at] ?? 0) + dy * dy;
      both[at] = (both[at] ?? 0) + dx * dy;
    }
  }
}

function oriented(xx: Float32Array, yy: Float32Array, xy: Float32Array, side: number): Contours {
  const strength = new Float32Array(side * side);
  const direction = new Float32Array(side * side);
  for (let at = 0; at < strength.length; at++) {
    const [difference, twice] = [(xx[at] ?? 0) - (yy[at] ?? 0), 2 * (xy[at] ?? 0)];
    strength[at] = Math.sqrt(Math.sqrt(difference * difference + twice * twice));
    direction[at] = Math.atan2(twice, difference) / (2 * Math.PI) + 0.5;
  }
  const strong = strength.toSorted()[Math.floor(strength.length * 0.95)] ?? 0;
  const full = fullShare * (strong + faintest);
  return { side, strength: strength.map((value) => Math.min(1, value / full)), direction };
}

/** Keeps an empty picture from showing its noise. */
const faintest = 1e-3;

/** Each pixel with its neighbours, by 1, 2 and 1 quarters, across and down. */
function smooth(plane: Float32Array, side: number): Float32Array {
  const wide = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at++) {
    const x = at % side;
    const [before, after] = [x > 0 ? at - 1 : at, x < side - 1 ? at + 1 : at];
    wide[at] = ((plane[before] ?? 0) + 2 * (plane[at] ?? 0) + (plane[after] ?? 0)) / 4;
  }
  const high = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at++) {
    const [above, below] = [at >= side ? at - side : at, at + side < plane.length ? at + side : at];
    high[at] = ((wide[above] ?? 0) + 2 * (wide[at] ?? 0) + (wide[below] ?? 0)) / 4;
  }
  return high;
}
