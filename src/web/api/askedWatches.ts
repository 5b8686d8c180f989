import { z } from 'zod';
import type { WatchConfig } from '../../config/config.ts';
import { TipstaffError } from '../../errors.ts';
import type { PageParts } from '../../pages/page.ts';
import { openWatches, type Viewer, visibleWatches } from '../../people/viewer.ts';
import type { Asking } from './endpoint.ts';

export const ofWatch = { watch: z.string().optional().describe('only of this watch') };
export const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };

interface Asked {
  readonly watch?: string | undefined;
  readonly matter?: string | undefined;
}

/**
 * The requested watches, as far as the viewer may read their records.
 * @throws TipstaffError `api.parameter` for a watch or matter that the viewer does not know: an empty list would say that it has no news
 */
export function watchesAsked({ config }: PageParts, asking: Asking, { watch, matter }: Asked): WatchConfig[] {
  requireKnown(config.watches, asking.viewer, { watch, matter });
  const open = openWatches(config.watches, asking.viewer);
  if (watch !== undefined && !open.some(({ id }) => id === watch)) {
    throw new TipstaffError('api.parameter', `watch: ${watch} is confidential, and you may not read its records.`);
  }
  return open.filter(
    (one) => (watch === undefined || one.id === watch) && (matter === undefined || one.matter === matter),
  );
}

/** @throws TipstaffError `api.parameter` */
export function requireKnown(watches: readonly WatchConfig[], viewer: Viewer, { watch, matter }: Asked): void {
  const known = visibleWatches(watches, viewer).map((one) => one.watch);
  if (watch !== undefined && !known.some(({ id }) => id === watch)) throw unknownName('watch', watch);
  if (matter !== undefined && !known.some((one) => one.matter === matter)) throw unknownName('matter', matter);
}

export function unknownName(parameter: 'watch' | 'matter' | 'channel', name: string): TipstaffError {
  return new TipstaffError('api.parameter', `${parameter}: there is no ${parameter} ${JSON.stringify(name)}.`);
}
