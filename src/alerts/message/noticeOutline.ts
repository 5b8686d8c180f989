import { cleanText, shorten, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerTime, withMoments } from '../../base/words/readerDate.ts';
import { plainPieces } from '../../base/words/redline.ts';
import { capitalized, counted, listedUpTo } from '../../base/words/sentence.ts';
import { longestSubject, matterTag } from './changesSubject.ts';
import type { NoticeContent } from './content.ts';
import type { Notice } from './facts.ts';
import type { Outline, Section } from './outline.ts';

/** `first`: the subject comes before the words. `unnamed`: it is left out. Otherwise it follows a colon. */
type IncidentWords = readonly [began: string, ended: string, subject?: 'first' | 'unnamed'];

const incidents = {
  'watch-failing': ['checks keep failing', 'checks work again'],
  'watch-unwatched': ['could not check', 'checks work again for'],
  'counsel-asked': ['question:', 'answered:'],
  'service-away': ['the service is away', 'the service works again', 'unnamed'],
  'token-refused': ['the service refused the token', 'the service accepts the token again', 'unnamed'],
  'credits-gone': ['no credits are left', 'there are credits again', 'unnamed'],
  'budget-reached': ['the budget cannot pay for checks', 'the budget can pay for checks again'],
  'channel-ended': ['a channel was ended by its receiver', 'a channel works again'],
  'channel-dead': ['alerts cannot reach a channel', 'a channel works again'],
  'alert-undelivered': ['an alert was not delivered', 'an alert was delivered after all'],
  'recipients-refused': ['recipients were refused', 'recipients are accepted again'],
  'unreadable-hits': ['part of a result could not be read', 'results can be read again'],
  'suspicious-result': ['a result is suspicious', 'results are no longer suspicious'],
  'check-crashed': ['a check crashed', 'checks no longer crash'],
  'clock-wrong': ['is wrong', 'is right again', 'first'],
  'found-nothing': ['watches never found anything', 'watches found something'],
  'config-older': ['is not in force: nothing is checked there', 'is in force again', 'first'],
  'config-refused': ['was refused', 'is accepted again', 'first'],
  'new-database': ['the database is new', 'the database is known again', 'unnamed'],
  'database-refuses': ['the database cannot be written', 'the database can be written again', 'unnamed'],
  'feed-unreadable': ['a court’s feed cannot be read', 'a court’s feed can be read again'],
  'portfolio-unreadable': ['own designs cannot be read', 'own designs can be read again'],
  'baseline-incomplete': ['a baseline is incomplete', 'a baseline was completed'],
  'docket-truncated': ['the service does not show all entries of a docket', 'the service shows a whole docket again'],
} as const satisfies Readonly<Record<string, IncidentWords>>;

export type NoticeKind = keyof typeof incidents;

function phaseWords({ phase, inPart, obsolete, readers }: Notice, [began, ended]: IncidentWords): string {
  if (phase === 'began') return inPart ? 'could not completely check' : began;
  if (obsolete && readers) return 'paused, and not checked:';
  return obsolete ? began : ended;
}

export function noticeWords(notice: Notice): string {
  const known = wordsOfKind(notice.incident);
  const words = phaseWords(notice, known);
  const subject = known[2] === 'unnamed' ? '' : shortText(notice.subject, 120);
  const named = known[2] === 'first' ? `${subject} ${words}` : `${words}${notice.readers ? '' : ':'} ${subject}`;
  const said = subject === '' ? words : named;
  return shorten(notice.obsolete && !notice.readers ? `ended: ${said}` : said, 160);
}

export const incidentWords = (kind: string): string => wordsOfKind(kind)[0];

/** A stored notice may be of a kind that this version does not know. */
function wordsOfKind(kind: string): IncidentWords {
  if (Object.hasOwn(incidents, kind)) return incidents[kind as NoticeKind];
  const words = shortText(kind, 60).replaceAll('-', ' ') || 'an incident without a name';
  return [words, `over: ${words}`];
}

export const noticeHeading = (notice: Notice): string => capitalized(noticeWords(notice));

export function noticeOutline(content: NoticeContent): Outline {
  const [first, ...others] = content.notices;
  const only = others.length === 0 ? first : undefined;
  const readers = first !== undefined && content.notices.every((notice) => notice.readers);
  const more = others.length > 0 ? `; and ${counted(others.length, 'other notice')}` : '';
  const why = readers ? 'follows what is named here' : 'is one of the operators';
  return {
    subject: noticeSubject(content, readers, more),
    title: first === undefined ? 'Nothing to report' : noticeHeading(first) + more,
    preview: shortText(first?.detail ?? '', 140),
    lead: [],
    unit: 'incident',
    where: { command: 'tipstaff status' },
    sections: byCause(content.notices).map((alike) => noticeSection(alike, content, only !== undefined)),
    footer: [`You receive this because channel ${shortText(content.channel, 60)} ${why}.`],
    pageUrl: content.pageUrl,
    threadKey: only?.thread,
  };
}

const isQuestion = ({ incident }: Notice): boolean => incident === 'counsel-asked';

function noticeSubject({ notices, ...reader }: NoticeContent, readers: boolean, more: string): string {
  const [first] = notices;
  if (first === undefined) return 'Tipstaff: nothing to report';
  const [before, words] = readers ? ['', noticeHeading(first)] : ['Tipstaff: ', noticeWords(first)];
  const isSince = readers && first.phase === 'began' && !isQuestion(first);
  const since = isSince ? ` since ${readerTime(first.at, reader)}` : '';
  const after = since + more + matterTag(notices.map((notice) => notice.matter));
  return before + shorten(words, longestSubject - before.length - after.length) + after;
}

/** Groups notices that say the same about different watches. The groups with the latest notices come last. */
function byCause(notices: readonly Notice[]): (readonly [Notice, ...Notice[]])[] {
  const last = (group: readonly Notice[]) => Math.max(...group.map((notice) => notices.lastIndexOf(notice)));
  const groups = Map.groupBy(notices, ({ incident, phase, subject, detail }) =>
    [incident, phase, detail.replaceAll(subject, '')].join('\n'),
  );
  const ordered = [...groups.values()].sort((one, other) => last(one) - last(other));
  return ordered.flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]));
}

function noticeSection([notice, ...others]: readonly [Notice, ...Notice[]], reader: Reader, alone: boolean): Section {
  const phase = notice.phase === 'ended' || isQuestion(notice) ? 'As of' : 'Since';
  const rows = notice.facts?.map(({ name, value }) => ({
    name: shortText(name, 60),
    value: plainPieces(shortText(value, 600)),
  }));
  return {
    title: alone ? '' : noticeHeading(notice),
    subtitle: `${phase} ${readerTime(notice.at, reader)}`,
    cards: [],
    rows,
    lines: rows === undefined ? [...detailLines(notice, reader), ...sameFor(others, notice, reader)] : [],
    remarks: [],
    changes: 0,
    where: { command: 'tipstaff status' },
  };
}

const mostNamed = 40;

function sameFor(others: readonly Notice[], { at, subject }: Notice, reader: Reader): string[] {
  const named = others.filter((other) => other.subject !== subject);
  const since = (other: Notice) => (other.at === at ? '' : ` (since ${readerTime(other.at, reader)})`);
  const all = [...new Set(named.map((other) => shortText(other.subject, 120) + since(other)))];
  return all.length === 0 ? [] : [`The same holds for ${listedUpTo(mostNamed, all)}.`];
}

function detailLines({ detail }: Notice, reader: Reader): string[] {
  const said = withMoments(detail, (at) => readerTime(at, reader));
  const lines = said.split(/\r?\n/).map(cleanText).filter(Boolean);
  return lines.map((line) => shorten(line, 1_200)).slice(0, 10);
}
