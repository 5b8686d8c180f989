import type { WatchConfig } from './config.ts';

/** How a watch is called where anybody may read it: by its id, a confidential one by its matter alone. */
export function openName({ id, confidential, matter }: Pick<WatchConfig, 'id' | 'confidential' | 'matter'>): string {
  if (!confidential) return id;
  return matter === undefined ? 'a confidential watch' : `matter ${matter}`;
}
