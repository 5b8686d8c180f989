import type { AlertContent } from '../../message/content.ts';
import { alertKey } from '../alertKey.ts';

/** The id of an alert for programs. It has no full stop, because that separates the parts of what is signed. */
export function webhookId(content: AlertContent, installation: string): string {
  return [alertKey(content), content.channel, installation].join('_').replaceAll('.', '_');
}
