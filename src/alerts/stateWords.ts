import { html } from 'hono/html';
import type { ListedAlert } from '../outbox/alertsTable.ts';
import type { ChannelState } from '../outbox/channelsTable.ts';
import { moment } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';

/** Whether an alert arrived; of one that waits until when, or since when its channel accepts nothing. */
export function stateWords(
  { state, dueAt, attempts, channel }: Pick<ListedAlert, 'state' | 'dueAt' | 'attempts' | 'channel'>,
  channels: ReadonlyMap<string, ChannelState>,
  visit: Visit,
): Html {
  if (state === 'failed') return html`<span class="alarm">failed</span>`;
  if (state === 'sent') return html`sent`;
  const { pausedSince, failingSince, heldUntil } = channels.get(channel) ?? {};
  const down = pausedSince ?? failingSince;
  if (down !== undefined) {
    const isHeld = heldUntil !== undefined && heldUntil > visit.now;
    const until = isHeld ? html`, held until ${moment(heldUntil.toISOString(), visit)}` : '';
    return html`<span><span class="alarm">waits</span>: its channel accepts nothing since ${moment(down.toISOString(), visit)}${until}</span>`;
  }
  if (dueAt <= visit.now.toISOString()) return html`about to be sent`;
  return html`<span>${attempts > 0 ? 'is tried again' : 'waits until'} ${moment(dueAt, visit)}</span>`;
}
