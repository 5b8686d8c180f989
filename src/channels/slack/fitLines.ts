/** Lines joined while they fit in `limit` characters; what does not fit is counted, never cut inside its markup. Blank ones go. */
export function fitLines(lines: readonly string[], limit: number): string {
  const told = lines.filter((line) => line !== '');
  const whole = told.join('\n');
  if (whole.length <= limit) return whole;
  const room = limit - '… and 99,999 more lines'.length;
  const kept: string[] = [];
  let length = 0;
  for (const line of told) {
    if (length + line.length + 1 > room) continue;
    kept.push(line);
    length += line.length + 1;
  }
  const gone = told.length - kept.length;
  return [...kept, `… and ${gone} more ${gone === 1 ? 'line' : 'lines'}`].join('\n');
}
