import { z } from 'zod';

// What the items of several endpoints are made of.

export const moment = z.string().describe('ISO 8601, UTC');
export const day = z.string().describe('YYYY-MM-DD');

/** Where a case or a design is in the order in which they were found: since when it is known, and its number. */
export const placeOfRecord = z.tuple([z.string(), z.number()]);
