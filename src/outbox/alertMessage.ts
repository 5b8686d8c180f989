import { matchedIn } from '../diff/matched.ts';
import { baselineOutline } from '../message/baselineOutline.ts';
import { changesOutline } from '../message/changesOutline.ts';
import { longestSubject, matterTag } from '../message/changesSubject.ts';
import type { AlertContent, ChangesContent, MessageChange, NoticeContent } from '../message/content.ts';
import type { Message, OutlineOptions } from '../message/message.ts';
import type { Notice } from '../message/notice.ts';
import { type Outline, type Section, testOutline } from '../message/outline.ts';
import { prioritisedFor } from '../message/setDates.ts';
import { cleanText, shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { type Reader, readerTime } from '../words/readerDate.ts';
import { counted, madeUp, sandboxMark } from '../words/sentence.ts';
import { mattersOfAlert } from './mattersOfAlert.ts';
import { noticeHeading, noticeWords } from './noticeWords.ts';

/** An alert as every channel gets it: its facts and their outline. Made-up records are marked in every form. */
export function alertMessage(content: AlertContent): Message {
  const watches = content.kind === 'changes' ? content.watches : [];
  return {
    content,
    outline: (options) => marked(content, alertOutline(content, options)),
    parts: (most) =>
      contentParts(content, most).map((part) => ({ key: part.key, message: alertMessage(part.content) })),
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

/** Tipstaff's own incidents, for operators: what began and what ended. */
function noticeOutline(content: NoticeContent): Outline {
  const only = content.notices.length === 1 ? content.notices[0] : undefined;
  const readers = content.notices.length > 0 && content.notices.every((notice) => notice.readers);
  return {
    subject: noticeSubject(content, readers),
    title: titleOf(content, only, readers),
    preview: shortText(content.notices[0]?.detail ?? '', 140),
    lead: [],
    unit: 'incident',
    where: { command: 'tipstaff status' },
    sections: content.notices.map((notice) => noticeSection(notice, content, only !== undefined)),
    footer: [
      `You receive this because channel ${shortText(content.channel, 60)} ${readers ? 'follows what is named here' : 'is one of the operators'}.`,
    ],
    pageUrl: content.pageUrl,
    threadKey: only?.thread,
  };
}

/**
 * `Could not look at Our patent since …; and 1 more [M-2026-014]`, for the operators `Tipstaff: the token was refused`.
 */
function noticeSubject(content: NoticeContent, readers: boolean): string {
  const [first, ...others] = content.notices;
  const before = readers ? '' : 'Tipstaff: ';
  const more = others.length > 0 ? `; and ${others.length} more` : '';
  const after = more + matterTag(content.notices.map((notice) => notice.matter));
  const room = longestSubject - before.length - after.length;
  if (first === undefined) return `${before}nothing to report`;
  return before + (readers ? readersWords(first, content, room) : shorten(noticeWords(first), room)) + after;
}

function titleOf(content: NoticeContent, only: Notice | undefined, readers: boolean): string {
  if (only) return noticeHeading(only);
  const number = content.notices.length;
  return readers
    ? `News of what we watch for you: ${counted(number, 'watch', 'watches')}`
    : `${counted(number, 'incident')} began or ended`;
}

/** `Could not look at Our patent since Nov 20, 2026, 7:00 AM EST`: a long name is cut to make room for the moment. */
function readersWords(notice: Notice, reader: Reader, room: number): string {
  const since = notice.phase === 'began' ? ` since ${readerTime(notice.at, reader)}` : '';
  return shorten(noticeHeading(notice), room - since.length) + since;
}

function noticeSection(notice: Notice, reader: Reader, alone: boolean): Section {
  const isReport = notice.headline !== undefined;
  const phase = isReport ? 'As of' : notice.phase === 'began' ? 'Since' : 'Ended';
  const rows = notice.facts?.map(({ name, value }) => ({
    name: shortText(name, 60),
    value: [{ mark: 'same' as const, text: shortText(value, 600) }],
  }));
  return {
    title: alone ? '' : noticeHeading(notice),
    subtitle: `${phase} ${readerTime(notice.at, reader)}`,
    cards: [],
    rows,
    lines: rows === undefined ? detailLines(notice.detail) : [],
    remarks: [],
    changes: 0,
    where: { command: 'tipstaff status' },
  };
}

function detailLines(detail: string): string[] {
  const lines = detail.split(/\r?\n/).map(cleanText).filter(Boolean);
  return lines.map((line) => shorten(line, 1_200)).slice(0, 10);
}

/** What identifies the news of one record in one check. */
type Found = Pick<MessageChange, 'id' | 'checkId'> & {
  readonly record: { readonly type: string; readonly key: string };
};

/** News of one record in one check. */
export interface News<Change> {
  /** A name that never changes and reveals nothing of the record, which may be confidential: `check-45.change-117`. */
  readonly key: string;
  readonly changes: readonly Change[];
}

/** The changes by record and check, those found last first. */
export function byRecordAndCheck<Change extends Found>(changes: readonly Change[]): News<Change>[] {
  const groups = Map.groupBy(changes, ({ checkId, record }) => `${checkId} ${record.type} ${record.key}`);
  const news = [...groups.values()].map((some) => {
    const first = some.reduce((one, other) => (other.id < one.id ? other : one));
    return { id: first.id, key: `check-${first.checkId}.change-${first.id}`, changes: some };
  });
  return news.sort((a, b) => b.id - a.id).map(({ key, changes: some }) => ({ key, changes: some }));
}

/**
 * An alert in parts, one for each record and check, those found last first; where there are more than `most`, the rest
 * are one part. What concerns no single record (what could not be looked at, holds that ended) is in the first, and an
 * alert without changes is one part.
 */
function contentParts(content: AlertContent, most: number): { key: string; content: AlertContent }[] {
  const groups = content.kind === 'changes' ? byRecordAndCheck(content.changes) : [];
  if (content.kind !== 'changes' || groups.length === 0) return [{ key: '', content }];
  const isCut = groups.length > most;
  const alone = isCut ? groups.slice(0, most - 1) : groups;
  const rest = isCut ? [{ key: 'rest', changes: groups.slice(most - 1).flatMap((one) => one.changes) }] : [];
  return [...alone, ...rest].map(({ key, changes }, index) => ({
    key,
    content: partOf(content, changes, index === 0),
  }));
}

function partOf(content: ChangesContent, changes: readonly MessageChange[], isFirst: boolean): ChangesContent {
  const watches = new Set(changes.flatMap((change) => change.watches));
  const checks = new Set(changes.map((change) => change.checkId));
  return {
    ...content,
    digest: false,
    changes,
    watches: content.watches.filter((watch) => watches.has(watch.id)),
    checks: content.checks.filter((check) => checks.has(check.id)),
    ...(isFirst ? {} : { coverage: undefined, endedHolds: undefined }),
  };
}
