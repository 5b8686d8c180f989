/** Five columns and seven rows. Each row is a number whose bits are its columns. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  F: [31, 16, 16, 30, 16, 16, 16],
  I: [14, 4, 4, 4, 4, 4, 14],
  G: [14, 17, 16, 23, 17, 17, 14],
  '.': [0, 0, 0, 0, 0, 12, 12],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 6, 8, 16, 31],
  '3': [14, 17, 1, 6, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
};
const [columns, rows] = [6, 7];

/** Draws a line of text in black on white, one pixel per dot, because the process that draws sheets reads no SVG. */
export function labelOf(text: string): { readonly width: number; readonly height: number; readonly flat: Buffer } {
  const width = text.length * columns;
  const flat = Buffer.alloc(width * rows * 3, 255);
  [...text].forEach((character, index) => {
    glyphs[character]?.forEach((bits, row) => {
      for (let column = 0; column < 5; column++) {
        const at = (row * width + index * columns + column) * 3;
        if (bits & (16 >> column)) flat.fill(0, at, at + 3);
      }
    });
  });
  return { width, height: rows, flat };
}
