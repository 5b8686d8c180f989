import type { AlertContent } from '../message/content.ts';
import { changeJson } from './changeJson.ts';

/** An alert for programs: the envelope of Standard Webhooks, with the changes as `changes --json` prints them. */
export interface JsonMessage {
  readonly type: `alert.${AlertContent['kind']}`;
  /** ISO time when the alert was made. */
  readonly timestamp: string;
  readonly data: object;
}

export function renderJson(content: AlertContent): JsonMessage {
  const { id, channel } = content;
  const of = { type: `alert.${content.kind}`, timestamp: content.createdAt } as const;
  switch (content.kind) {
    case 'changes': {
      const { digest, watches, checks } = content;
      return { ...of, data: { alert: id, channel, digest, watches, checks, changes: content.changes.map(changeJson) } };
    }
    case 'baseline':
      return { ...of, data: { alert: id, channel, announcements: content.announcements } };
    case 'notice':
      return { ...of, data: { alert: id, channel, notices: content.notices } };
    case 'test':
      return { ...of, data: { channel } };
  }
}
