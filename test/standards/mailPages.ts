import { alertMessage } from '../../src/alerts/alertMessage.ts';
import { renderEmail } from '../../src/channels/email/renderEmail.ts';
import { sampleAlerts } from '../alerts/sampleAlerts.ts';

/** The HTML of every kind of mail, by its name. */
export function mailPages(): [name: string, html: string][] {
  return Object.entries(sampleAlerts).map(([name, content]) => [name, renderEmail(alertMessage(content)).html]);
}
