import { createHash } from 'node:crypto';
import { shortText } from '../../base/words/cleanText.ts';
import { readerTime } from '../../base/words/readerDate.ts';
import { madeUp, sandboxMark } from '../../base/words/sentence.ts';
import { highestPriority, type Priority } from '../../reading/entryPriority.ts';
import { baselineOutline } from './baselineOutline.ts';
import { changesOutline } from './changesOutline.ts';
import type { AlertContent, ChangesContent, TestContent } from './content.ts';
import { noticeOutline } from './noticeOutline.ts';
import type { Outline, OutlineOptions } from './outline.ts';
import { prioritisedFor } from './words/consequence.ts';

export function alertOutline(content: AlertContent, options: OutlineOptions): Outline {
  const outline = outlineOf(content, options);
  if (!content.sandbox) return outline;
  const { subject, title, lead } = outline;
  return { ...outline, subject: sandboxMark + subject, title: sandboxMark + title, lead: [madeUp, ...lead] };
}

function outlineOf(content: AlertContent, options: OutlineOptions): Outline {
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

function testOutline(content: TestContent): Outline {
  const channel = shortText(content.channel, 60);
  return {
    subject: `Tipstaff: test message to ${channel}`,
    title: 'A test message from Tipstaff',
    preview: '',
    lead: [`The channel ${channel} works. Alerts will arrive here, in this form.`],
    sections: [],
    unit: 'watch',
    where: { command: 'tipstaff status' },
    footer: [`Sent ${readerTime(content.createdAt, content)}, because somebody asked for it (tipstaff send-test).`],
    pageUrl: content.pageUrl,
  };
}

/** Returns the highest priority. Watches that could not be checked and incidents that began have the priority `act`. */
export function messagePriority(content: AlertContent): Priority {
  switch (content.kind) {
    case 'changes': {
      if ((content.coverage?.unwatched.length ?? 0) > 0) return 'act';
      const shown = content.changes
        .map((change) => prioritisedFor(change, content.watches))
        .filter(({ unshown }) => !unshown);
      return highestPriority(shown.map(({ priority }) => priority));
    }
    case 'baseline':
      return content.announcements.some(({ records }) => records === 0) ? 'act' : 'routine';
    case 'notice':
      return content.notices.some(({ phase }) => phase === 'began') ? 'act' : 'read';
    case 'test':
      return 'read';
  }
}

type MatterPart = { readonly key: string; readonly content: AlertContent };

/**
 * Returns one part for each matter. A case of two matters is in both parts. What concerns no record, such as watches
 * that could not be checked, is in the first part.
 */
export function partsByMatter(content: AlertContent): MatterPart[] {
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
