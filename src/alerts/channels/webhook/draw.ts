import type { ChangesContent } from '../../message/content.ts';
import type { Message } from '../../message/message.ts';
import { messagePriority } from '../../message/message.ts';
import { alertChangeJson } from './alertChangeJson.ts';
import type { Payload, PayloadOf } from './payloadSchema.ts';

/**
 * An alert for programs, whole: the envelope of Standard Webhooks, with the changes as `changes --json` prints them and
 * more.
 */
export function renderJson(message: Message): Payload {
  const { content } = message;
  const { id: alert, channel, createdAt: timestamp } = content;
  const common = { channel, ...(content.sandbox && { sandbox: true as const }), priority: messagePriority(message) };
  const stored = { alert, ...common, part: { number: 1, of: 1 } };
  switch (content.kind) {
    case 'changes':
      return { type: 'alert.changes', timestamp, data: { ...stored, ...changesJson(content, message) } };
    case 'baseline':
      return {
        type: 'alert.baseline',
        timestamp,
        data: { ...stored, announcements: content.announcements, ...(content.more && { more: content.more }) },
      };
    case 'notice':
      return { type: 'alert.notice', timestamp, data: { ...stored, notices: content.notices } };
    case 'test':
      return { type: 'alert.test', timestamp, data: common };
  }
}

type ChangesData = PayloadOf<'alert.changes'>['data'];

function changesJson(
  content: ChangesContent,
  message: Message,
): Omit<ChangesData, 'alert' | 'channel' | 'priority' | 'part'> {
  const { digest, coverage, endedHolds: endedMutes, filteredOut = {} } = content;
  const checks = content.checks.map(({ repeated: _, ...check }) => check);
  const watches = content.watches.map(({ mostAlike: _, ...watch }) => {
    const left = filteredOut[watch.id] ?? 0;
    return { ...watch, ...(left > 0 && { filteredOut: left }) };
  });
  const changes = content.changes.map((change) => alertChangeJson(change, content, message));
  return { digest, watches, checks, ...(coverage && { coverage }), ...(endedMutes && { endedMutes }), changes };
}
