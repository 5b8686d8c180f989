import { createHash } from 'node:crypto';
import { madeUp, sandboxMark } from '../../base/words/sentence.ts';
import { matchedIn } from '../../records/diff/searchMatch.ts';
import { baselineOutline } from '../message/baselineOutline.ts';
import { changesOutline } from '../message/changesOutline.ts';
import type { AlertContent, ChangesContent } from '../message/content.ts';
import type { Message, OutlineOptions } from '../message/message.ts';
import { type Outline, testOutline } from '../message/outline.ts';
import { prioritisedFor } from '../message/setDates.ts';
import { noticeOutline } from './noticeWords.ts';

/** An alert as every channel gets it: its facts and their outline. Made-up records are marked in every form. */
export function alertMessage(content: AlertContent): Message {
  const watches = content.kind === 'changes' ? content.watches : [];
  return {
    content,
    outline: (options) => marked(content, alertOutline(content, options)),
    byMatter: () => mattersOfAlert(content).map((part) => ({ key: part.key, message: alertMessage(part.content) })),
    priorityOf: (change) => prioritisedFor(change, watches),
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

/** What of an alert is about one matter. */
interface MatterContent {
  /** Lasting, and safe in an address; '' where the alert is about one matter or none. */
  readonly key: string;
  readonly content: AlertContent;
}

/**
 * An alert in parts, one for each matter, in the order of the watches; what has no matter is a part of its own. A case
 * that is watched for two matters is in both. What is about no record (what could not be checked, holds that ended)
 * is in the first.
 */
function mattersOfAlert(content: AlertContent): MatterContent[] {
  if (content.kind !== 'changes') return [{ key: '', content }];
  const byMatter = Map.groupBy(content.watches, (watch) => watch.matter ?? '');
  const parts = [...byMatter].flatMap(([matter, watches]) => {
    const ids = new Set(watches.map(({ id }) => id));
    const changes = content.changes.flatMap((change) => {
      const own = change.watches.filter((id) => ids.has(id));
      return own.length === 0 ? [] : [{ ...change, watches: own }];
    });
    return changes.length === 0 ? [] : [{ matter, content: { ...content, watches, changes } }];
  });
  if (parts.length < 2) return [{ key: '', content }];
  return parts.map((part, index) => ({ key: keyOf(part.matter), content: partOfMatter(part.content, index === 0) }));
}

function keyOf(matter: string): string {
  return `matter-${createHash('sha256').update(matter).digest('hex').slice(0, 16)}`;
}

function partOfMatter(content: ChangesContent, isFirst: boolean): ChangesContent {
  const checks = new Set(content.changes.map((change) => change.checkId));
  const records = new Set(content.changes.map(({ record }) => `${record.type}:${record.key}`));
  return {
    ...content,
    checks: content.checks.filter(({ id }) => isFirst || checks.has(id)),
    dates: content.dates?.filter(({ record }) => records.has(`${record.type}:${record.key}`)),
    ...(isFirst ? {} : { coverage: undefined, endedHolds: undefined }),
  };
}
