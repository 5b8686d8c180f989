import { createHash } from 'node:crypto';
import { z } from 'zod';

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const publicKeyName = 'public-key.pem';

/** What an evidence file is about, and each file in it with its digest. This is what the signature covers. */
export const manifestShape = z.object({
  format: z.literal('tipstaff-evidence-1'),
  /** ISO, UTC, by the clock of the machine that made it. */
  madeAt: z.string(),
  madeBy: z.string(),
  tipstaff: z.string(),
  matter: z.string(),
  /** ISO instants; `until` is not part of it. */
  from: z.string(),
  until: z.string(),
  /** What is left out although it belongs to the matter, in words. */
  leftOut: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestShape>;

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
