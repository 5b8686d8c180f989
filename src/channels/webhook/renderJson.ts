import type { AlertContent } from '../message/content.ts';
import { changeJson } from './changeJson.ts';

/** An alert for programs: the envelope of Standard Webhooks, with the changes as `changes --json` prints them. */
export interface JsonMessage {
  readonly type: `alert.${AlertContent['kind']}`;
  /** ISO time when the alert was made. */
  readonly timestamp: string;
  /** `sandbox: true` in it: the facts are made up. */
  readonly data: object;
}

export function renderJson(content: AlertContent): JsonMessage {
  const { id } = content;
  const of = { type: `alert.${content.kind}`, timestamp: content.createdAt } as const;
  const common = { channel: content.channel, ...(content.sandbox && { sandbox: true }) };
  switch (content.kind) {
    case 'changes': {
      const { digest, watches, checks, coverage } = content;
      const changes = content.changes.map(changeJson);
      return { ...of, data: { alert: id, ...common, digest, watches, checks, ...(coverage && { coverage }), changes } };
    }
    case 'baseline':
      return { ...of, data: { alert: id, ...common, announcements: content.announcements } };
    case 'notice':
      return { ...of, data: { alert: id, ...common, notices: content.notices } };
    case 'test':
      return { ...of, data: common };
  }
}
