import type { AlertContent } from '../channels/message/content.ts';
import type { Message, OutlineOptions } from '../channels/message/message.ts';
import type { Outline } from '../channels/message/outline.ts';
import { baselineOutline } from './outline/baselineOutline.ts';
import { changesOutline } from './outline/changesOutline.ts';
import { noticeOutline } from './outline/noticeOutline.ts';
import { testOutline } from './outline/testOutline.ts';

/** An alert as every channel takes it: its facts, and the words that we find for them. */
export function alertMessage(content: AlertContent): Message {
  return { content, outline: (options) => alertOutline(content, options) };
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
