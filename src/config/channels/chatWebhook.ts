import { keyed, url } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { webhookUrl } from '../fields/secret.ts';
import { everyChannel, validateTransport } from './kind.ts';

/**
 * The config of a channel that posts to a chat, at a URL that is its password. @param expected what the URL has to be,
 * for error messages
 */
export function chatWebhookSchema(expected: string) {
  return keyed({ ...everyChannel, webhookUrl: url(expected, ['https:', 'http:']) });
}

export const chatWebhook = {
  secrets: { webhookUrl },
  validate: (fields: { readonly webhookUrl?: string }, path: Path, report: Report) =>
    validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
};
