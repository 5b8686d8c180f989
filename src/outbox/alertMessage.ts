import { baselineOutline } from '../message/baselineOutline.ts';
import { changesOutline } from '../message/changesOutline.ts';
import type { AlertContent } from '../message/content.ts';
import { matchedIn } from '../message/matched.ts';
import type { Message, OutlineOptions } from '../message/message.ts';
import type { Outline } from '../message/outline.ts';
import { prioritise } from '../message/priority.ts';
import { testOutline } from '../message/testOutline.ts';
import { madeUp, sandboxMark } from '../words/sandboxMark.ts';
import { contentParts } from './messageParts.ts';
import { noticeOutline } from './noticeOutline.ts';

/** An alert as every channel gets it: its facts and their outline. Made-up records are marked in every form. */
export function alertMessage(content: AlertContent): Message {
  const watches = content.kind === 'changes' ? content.watches : [];
  return {
    content,
    outline: (options) => marked(content, alertOutline(content, options)),
    parts: (most) =>
      contentParts(content, most).map((part) => ({ key: part.key, message: alertMessage(part.content) })),
    priorityOf: (change) => prioritise(change, watches),
    matchedIn: ({ record, watches: ids }) =>
      record.type === 'docket'
        ? matchedIn(
            record,
            watches.filter((watch) => ids.includes(watch.id)),
          )
        : [],
  };
}

function marked(content: AlertContent, outline: Outline): Outline {
  if (!content.sandbox) return outline;
  const { subject, title, lead } = outline;
  return { ...outline, subject: sandboxMark + subject, title: sandboxMark + title, lead: [madeUp, ...lead] };
}

function alertOutline(content: AlertContent, options: OutlineOptions): Outline {
  switch (content.kind) {
    case 'changes':
      return changesOutline(content, options);
    case 'baseline':
      return baselineOutline(content, options);
    case 'notice':
      return noticeOutline(content);
    case 'test':
      return testOutline(content);
  }
}
