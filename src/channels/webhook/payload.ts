import type { z } from 'zod';
import type { changeSchema, entrySchema } from './changeSchema.ts';
import type { payloadSchema } from './payloadSchema.ts';

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** What a webhook is sent. */
export type Payload = Frozen<z.output<typeof payloadSchema>>;
export type PayloadOf<Type extends Payload['type']> = Extract<Payload, { type: Type }>;

export type ChangeJson = Frozen<z.output<typeof changeSchema>>;
export type EntryJson = Frozen<z.output<typeof entrySchema>>;
