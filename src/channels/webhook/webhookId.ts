import { alertKey } from '../alertKey.ts';
import type { AlertContent } from '../message/content.ts';

/** Names an alert for programs. Without a full stop: it stands between the parts of what is signed, so that no id may have one. */
export function webhookId(content: AlertContent, installation: string): string {
  return [alertKey(content), content.channel, installation].join('_').replaceAll('.', '_');
}
