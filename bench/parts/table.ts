import { type Figure, isKept } from './figures.ts';

/** A benchmark's figures as a Markdown table. */
export function tableOf({ title, figures }: { title: string; figures: readonly Figure[] }): string {
  const rows = figures.map((figure) => [
    figure.what,
    shown(figure.measured, figure.unit),
    figure.atMost === undefined ? '' : shown(figure.atMost, figure.unit),
    figure.atMost === undefined ? '' : isKept(figure) ? 'kept' : 'MISSED',
    figure.note ?? '',
  ]);
  const lines = [['what', 'measured', 'at most', '', 'how'], ['---', '---:', '---:', '---', '---'], ...rows];
  return `### ${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function shown(number: number, unit: Figure['unit']): string {
  switch (unit) {
    case 'ratio':
      return number.toFixed(2);
    case 's':
      return `${number.toFixed(2)} s`;
    case 'ms':
    case 'MB':
    case 'bytes':
      return `${Math.round(number)} ${unit}`;
    case 'count':
      return String(number);
  }
}
