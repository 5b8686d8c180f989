import type { Notice } from '../../channels/message/content.ts';
import { capitalised } from '../../words/capitalised.ts';
import { shorten } from '../../words/fold.ts';
import { shortText } from '../../words/shortText.ts';

interface IncidentWords {
  readonly began: string;
  readonly ended: string;
  /** Whether the words need the subject: which watch, which channel. */
  readonly names: boolean;
}

/** What each incident is called when it begins and when it ends. */
const troubles: Readonly<Record<string, IncidentWords>> = {
  'watch-failing': { began: 'checks keep failing', ended: 'checks work again', names: true },
  'token-refused': { began: 'the token was refused', ended: 'the token is accepted again', names: false },
  'credits-gone': { began: 'the credits are gone', ended: 'there are credits again', names: false },
  'budget-reached': { began: 'the budget is reached', ended: 'the budget has room again', names: true },
  'channel-dead': { began: 'a channel is dead', ended: 'a channel works again', names: true },
  'alert-undelivered': { began: 'an alert was not delivered', ended: 'an alert was delivered after all', names: true },
  'recipients-refused': { began: 'recipients were refused', ended: 'recipients are accepted again', names: true },
  'hits-set-aside': { began: 'part of an answer could not be read', ended: 'answers can be read again', names: true },
  'suspicious-answer': { began: 'an answer is suspicious', ended: 'answers are as expected again', names: true },
  'baseline-incomplete': { began: 'a baseline is incomplete', ended: 'a baseline was completed', names: true },
  'docket-outgrew-window': {
    began: 'a docket has more entries than we are shown',
    ended: 'a docket is shown whole again',
    names: true,
  },
};

/** One incident in a line: `the token was refused`, `a channel is dead: counsel`. One that is not in the table goes by its own name. */
export function noticeWords(notice: Notice): string {
  const subject = shortText(notice.subject, 120);
  const known = Object.hasOwn(troubles, notice.incident) ? troubles[notice.incident] : undefined;
  if (known) {
    const words = known[notice.phase];
    return shorten(known.names && subject ? `${words}: ${subject}` : words, 160);
  }
  const words =
    [shortText(notice.incident, 60).replaceAll('-', ' '), subject].filter(Boolean).join(': ') ||
    'an incident without a name';
  return shorten(notice.phase === 'ended' ? `over: ${words}` : words, 160);
}

/** The same as a heading. */
export function noticeHeading(notice: Notice): string {
  return capitalised(noticeWords(notice));
}
