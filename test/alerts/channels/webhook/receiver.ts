import { Webhook } from 'standardwebhooks';
import type { Payload } from '../../../../src/alerts/channels/webhookSchema.ts';
import type { KeptRequest } from '../endpoint.ts';
import { expectToFitSchema } from './schemas.ts';

export const key = Buffer.from('an example key of 32 bytes, ok!!');
export const secret = `whsec_${key.toString('base64')}`;

/** What a receiver makes of a call that keeps to Standard Webhooks and to our schema: it throws where the signature is not right. */
export function receive({ headers, body }: KeptRequest, by = secret): Payload {
  const payload = new Webhook(by).verify(body, headers as Record<string, string>);
  expectToFitSchema(payload);
  return payload as Payload;
}
