import type { Notice } from '../message/notice.ts';
import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { capitalised } from '../words/sentence.ts';
import type { IncidentKind } from './incidents.ts';

interface IncidentWords {
  readonly began: string;
  readonly ended: string;
  /** Whether the words need the subject: which watch, which channel. */
  readonly names: boolean;
}

const incidents: Readonly<Record<IncidentKind | 'watch-unwatched', IncidentWords>> = {
  'watch-failing': { began: 'checks keep failing', ended: 'checks work again', names: true },
  'watch-unwatched': { began: 'could not look at', ended: 'looking again at', names: true },
  'service-away': { began: 'the service is away', ended: 'the service works again', names: false },
  'token-refused': { began: 'the token was refused', ended: 'the token is accepted again', names: false },
  'credits-gone': { began: 'the credits are gone', ended: 'there are credits again', names: false },
  'budget-reached': { began: 'the budget is reached', ended: 'the budget has room again', names: true },
  'channel-ended': { began: 'a channel was ended by its receiver', ended: 'a channel works again', names: true },
  'channel-dead': { began: 'a channel is dead', ended: 'a channel works again', names: true },
  'alert-undelivered': { began: 'an alert was not delivered', ended: 'an alert was delivered after all', names: true },
  'recipients-refused': { began: 'recipients were refused', ended: 'recipients are accepted again', names: true },
  'unreadable-hits': { began: 'part of a result could not be read', ended: 'results can be read again', names: true },
  'suspicious-result': { began: 'a result is suspicious', ended: 'results are as expected again', names: true },
  'check-crashed': { began: 'a check crashed', ended: 'checks no longer crash', names: true },
  'clock-stepped': { began: 'the clock was set', ended: 'the clock runs evenly again', names: false },
  'clock-wrong': { began: 'wrong', ended: 'right again', names: true },
  week: { began: 'what was done', ended: 'what was done', names: true },
  'found-nothing': { began: 'never found anything', ended: 'found something', names: true },
  'watches-removed': { began: 'another config removed', ended: 'checked again', names: true },
  'config-older': {
    began: 'a process runs with an older config',
    ended: 'all processes run with one config again',
    names: false,
  },
  'config-refused': { began: 'refused', ended: 'accepted again', names: true },
  'copied-away': {
    began: 'a database that was copied away is in use',
    ended: 'the database is the one to use again',
    names: false,
  },
  'new-database': { began: 'the database is new', ended: 'the database is known again', names: false },
  'feed-unreadable': { began: 'a court’s feed cannot be read', ended: 'a court’s feed can be read again', names: true },
  'feed-stale': { began: 'a court’s feed stands still', ended: 'a court’s feed moves again', names: true },
  'feed-shrunk': { began: 'a court’s feed lost most items', ended: 'a court’s feed is whole again', names: true },
  'feed-retyped': { began: 'a court’s feed changed its types', ended: 'a court’s feed is as before', names: true },
  'feed-gap': { began: 'a court’s feed has a gap', ended: 'a court’s feed has no gap any more', names: true },
  'notices-unreadable': {
    began: 'a mailbox of notices cannot be read',
    ended: 'a mailbox of notices can be read again',
    names: true,
  },
  'nudges-imprecise': { began: 'nudges are mostly wrong', ended: 'nudges are right again', names: true },
  'baseline-incomplete': { began: 'a baseline is incomplete', ended: 'a baseline was completed', names: true },
  'docket-truncated': {
    began: 'a docket has more entries than we are shown',
    ended: 'a docket is shown whole again',
    names: true,
  },
};

function phaseWords({ phase, inPart, obsolete, readers }: Notice, known: IncidentWords): string {
  if (phase === 'began') return inPart ? 'could not look completely at' : known.began;
  if (obsolete && readers) return 'paused, and not looked at:';
  return obsolete ? `no incident any more: ${known.began}` : known.ended;
}

/**
 * One incident in a line: `the token was refused`, `a channel is dead: counsel`. One that is not in the table goes by
 * its own name.
 */
export function noticeWords(notice: Notice): string {
  if (notice.headline !== undefined) return shortText(notice.headline, 160);
  const subject = shortText(notice.subject, 120);
  if (isKnown(notice.incident)) {
    const known = incidents[notice.incident];
    const words = phaseWords(notice, known);
    const named = notice.readers ? `${words} ${subject}` : `${words}: ${subject}`;
    // There is one default service, and its key needs no name.
    const names = known.names || / of service \S+$/.test(subject);
    return shorten(names && subject ? named : words, 160);
  }
  const words =
    [shortText(notice.incident, 60).replaceAll('-', ' '), subject].filter(Boolean).join(': ') ||
    'an incident without a name';
  return shorten(notice.phase === 'ended' ? `over: ${words}` : words, 160);
}

/** What an incident that is open is called: `checks keep failing`. */
export function incidentWords(kind: string): string {
  return isKnown(kind) ? incidents[kind].began : shortText(kind, 60).replaceAll('-', ' ');
}

function isKnown(incident: string): incident is keyof typeof incidents {
  return Object.hasOwn(incidents, incident);
}

/** The same as a heading. */
export function noticeHeading(notice: Notice): string {
  return capitalised(noticeWords(notice));
}
