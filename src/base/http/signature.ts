import { createHmac } from 'node:crypto';
import { userAgent } from '../version.ts';

/** The key in a secret of Standard Webhooks, `whsec_` and base64. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** The headers of Standard Webhooks. Each key signs id, time and body, so that keys can be changed. */
export function signedHeaders(keys: readonly Buffer[], id: string, now: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
