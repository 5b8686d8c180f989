import type { Config } from '../config/config.ts';

export function mattersOf({ watches }: Pick<Config, 'watches'>): string[] {
  return [...new Set(watches.flatMap((watch) => watch.matter ?? []))].sort();
}
