/** One line of the table: what was measured, and what it should come to at most. */
export interface Figure {
  readonly what: string;
  /** In `unit`. */
  readonly measured: number;
  /** undefined where nothing is promised: the line is there to read the others by. */
  readonly atMost?: number | undefined;
  /** `ratio` for one time divided by another of the same run. */
  readonly unit: 'ratio' | 's' | 'ms' | 'MB' | 'bytes' | 'count';
  /** How it was measured, or what it is made of. */
  readonly note?: string | undefined;
}

/** One file of `bench/`: a set of figures that belong together, measured in a process of their own. */
export interface Benchmark {
  readonly title: string;
  /** `full`: take the minutes that the largest sizes need. */
  measure(options: { readonly full: boolean }): Promise<Figure[]>;
}

export function isKept(figure: Figure): boolean {
  return figure.atMost === undefined || figure.measured <= figure.atMost;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The smallest number that at least this share of all does not exceed. `share`: 0 to 1. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
