import type { AlertContent } from '../../channels/message/content.ts';
import { baselineOutline } from './baselineOutline.ts';
import { changesOutline, type OutlineOptions } from './changesOutline.ts';
import { noticeOutline } from './noticeOutline.ts';
import type { Outline } from '../../channels/message/outline.ts';
import { testOutline } from './testOutline.ts';

/** The words of an alert of any kind. */
export function alertOutline(content: AlertContent, options: OutlineOptions): Outline {
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
