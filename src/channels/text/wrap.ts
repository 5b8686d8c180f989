/** Columns of a text, but for words that are longer. */
export const columns = 78;

/**
 * Breaks a line at blanks so that it fits 78 columns; lines after the first begin with `indent`. A longer word has a line of its own,
 * whole, so that links stay links. '' gives no line.
 */
export function wrap(text: string, indent = ''): string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(' ')) {
    const start = lines.length === 0 ? lead : indent;
    const longer = line === '' ? start + word : `${line} ${word}`;
    if (line !== '' && longer.length > columns) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  if (line.trim() !== '') lines.push(line);
  return lines;
}
