import { retryAfterSeconds } from '../../http/retryAfter.ts';
import { userAgent } from '../../version.ts';
import type { Channel, DeliveryResult } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import type { HttpResponse } from '../httpPost.ts';
import type { OpeningParts } from '../kind.ts';
import type { Pace } from '../pace.ts';
import { serverResponse } from '../serverResponse.ts';
import type { TeamsChannelConfig } from './definition.ts';
import { renderTeams } from './renderTeams.ts';

const deadStatuses: readonly number[] = [401, 403, 404, 410];
/** Statuses for a message that is never accepted: not understood, too large. */
const refusedStatuses: readonly number[] = [400, 413, 415, 422];

interface TeamsParts extends Pick<OpeningParts, 'http' | 'clock' | 'secrets'> {
  /** Channels of one workflow share it. */
  readonly pace: Pace;
}

/** A workflow of Microsoft Teams, by its webhook. */
export function openTeams(config: TeamsChannelConfig, { http, clock, secrets, pace }: TeamsParts): Channel {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  return {
    name: config.name,
    async send(message, signal) {
      const body = JSON.stringify(renderTeams(message));
      try {
        await pace(signal);
        return classify(await http.post(config.webhookUrl, headers, body, signal), secrets, clock());
      } catch (error) {
        return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
      }
    },
    async close() {},
  };
}

function classify(received: HttpResponse, secrets: readonly string[], now: Date): DeliveryResult {
  const { status, text } = received;
  const response = serverResponse(`HTTP ${status} ${text}`, secrets);
  if (status >= 200 && status < 300) {
    return isAccepted(text)
      ? { outcome: 'sent', response }
      : { outcome: 'retry', response: `not how Teams responds: ${response}` };
  }
  // A workflow that was switched off responds with 400.
  const isOff = status === 400 && text.includes('WorkflowTriggerIsNotEnabled');
  if (isOff || deadStatuses.includes(status)) return { outcome: 'dead', response };
  if (refusedStatuses.includes(status)) return { outcome: 'failed', response };
  return { outcome: 'retry', response, afterSeconds: retryAfterSeconds(received.retryAfter, now) };
}

/** Nothing, JSON, or the `1` of former connectors. Those also report a refusal of Teams with 200; an HTML page comes from a portal on the way. */
function isAccepted(text: string): boolean {
  return /^(1|\{.*\})?$/s.test(text.trim());
}
