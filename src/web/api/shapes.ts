import { z } from 'zod';

// What the items of several endpoints are made of.

export const moment = z.string().describe('ISO 8601, UTC');
export const day = z.string().describe('YYYY-MM-DD');
