import { z } from 'zod';
import type { WatchConfig } from '../../config/config.ts';
import type { PageParts } from '../page.ts';
import { openWatches } from '../visit/viewer.ts';
import type { Asking } from './endpoint.ts';

export const ofWatch = { watch: z.string().optional().describe('only of this watch') };
export const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };

/** The requested watches, as far as the viewer may read their records. */
export function watchesAsked(
  { config }: PageParts,
  { viewer }: Asking,
  { watch, matter }: { readonly watch?: string | undefined; readonly matter?: string | undefined },
): WatchConfig[] {
  return openWatches(config.watches, viewer).filter(
    (one) => (watch === undefined || one.id === watch) && (matter === undefined || one.matter === matter),
  );
}
