/** One line of the table: what was measured, and the most that it may be (docs/scaling.md). */
export interface Figure {
  readonly what: string;
  /** In `unit`. */
  readonly measured: number;
  readonly atMost: number;
  /** `ratio`: one time divided by another one of the same run. */
  readonly unit: 'ratio' | 's' | 'ms' | 'MB' | 'bytes' | 'count';
  /** How it was measured, or what it consists of. */
  readonly note?: string | undefined;
}

/** One file of `test/bench/`. `full` also measures the largest sizes, which takes minutes. */
export type Benchmark = (options: { readonly full: boolean }) => Promise<Figure[]>;

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, atMost, unit, note = '' }) => {
    return [what, shown(measured, unit), shown(atMost, unit), measured <= atMost ? 'kept' : '**MISSED**', note];
  });
  const lines = [['what', 'measured', 'at most', '', 'note'], ['---', '---:', '---:', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
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
