import { Webhook } from 'standardwebhooks';
import type { Payload } from '../../../../src/alerts/channels/webhookSchema.ts';
import type { KeptRequest } from '../endpoint.ts';
import { expectToFitSchema } from './schemas.ts';

export const key = Buffer.from('an example key of 32 bytes, ok!!');
export const secret = `whsec_${key.toString('base64')}`;

/** Verifies a call as a receiver of Standard Webhooks does. @throws if the signature or the schema does not match */
export function receive({ headers, body }: KeptRequest, by = secret): Payload {
  const payload = new Webhook(by).verify(body, headers as Record<string, string>);
  expectToFitSchema(payload);
  return payload as Payload;
}
