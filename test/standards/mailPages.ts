import { renderEmail } from '../../src/channels/email/draw.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import { sampleAlerts } from '../outbox/sampleAlerts.ts';

/** The HTML of every kind of mail, by its name. */
export function mailPages(): [name: string, html: string][] {
  return Object.entries(sampleAlerts).map(([name, content]) => [name, renderEmail(alertMessage(content)).html]);
}
