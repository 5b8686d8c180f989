import { icsFile } from '../../dates/icsFile.ts';
import type { AlertContent } from '../../message/content.ts';

/** The dates of an alert as a file for a reader's calendar; no attachment where there are none. */
export function calendarAttachments(content: AlertContent) {
  if (content.kind !== 'changes' || content.dates === undefined || content.dates.length === 0) return [];
  const text = icsFile(content.dates, { name: content.channel, stamp: new Date(content.createdAt) });
  return [{ filename: 'dates.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: text }];
}
