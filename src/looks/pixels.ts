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

/** A number for each pixel. */
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
