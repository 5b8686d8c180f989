import { renderText } from '../../src/alerts/channels/text.ts';
import { type GatherParts, gatherAlert } from '../../src/alerts/message/gather.ts';
import { alertOutline } from '../../src/alerts/message/message.ts';
import type { Office } from './office.ts';

/** Returns the newest alert, of one channel or of all: its content, its subject, and its text on one line. */
export async function newestMessage({ store, parts }: Office, channel?: string, more: Partial<GatherParts> = {}) {
  const alerts = store.db.selectFrom('alerts').select('id').orderBy('id', 'desc');
  const { id } = await (channel === undefined
    ? alerts
    : alerts.where('channel', '=', channel)
  ).executeTakeFirstOrThrow();
  const { config, clock } = parts();
  const content = await gatherAlert(store.db, id, { config, clock, ...more });
  if (content === undefined) throw new Error('no alert');
  const { subject } = alertOutline(content, { discreet: true });
  return { content, subject, text: renderText(content).replace(/\s+/g, ' ') };
}
