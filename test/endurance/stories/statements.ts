import type { Json } from '../../sandbox/asking.ts';
import type { Got } from './november.ts';

/** What a message says about a case in our own words, without quotes from a filing. */
export interface Statement {
  /** `26-5501` for 2:26-cv-05501. */
  readonly number: string;
  readonly words: string;
}

/** Returns the statements of the subject, the overview, the dates box, and the labels of filings. */
export function statementsOf({ channel, subject, text }: Got): Statement[] {
  if (channel === 'desk') return ofWebhook(JSON.parse(text));
  const mail = text.replace(/\n {2}(?=\S)/g, ' ');
  return [...inHeads(subject), ...mail.split('\n').filter(isListed).flatMap(inHeads), ...inBox(mail), ...labels(mail)];
}

const isListed = (line: string) => /^[-*] .+: .+ \(.*\d\d-\d+(?:, [^()]*)?\)/.test(line);

/** Reads a line like `Count II DISMISSED: Halberd v. Corvane (26-811) +2 cases`. */
function inHeads(line: string): Statement[] {
  const found = /^(?:[-*] )?(.+): [^:]+ \((?:[^()]* )?(?:\d:)?(\d\d-\d+)(?:, [^()]*)?\)/.exec(line);
  return found === null ? [] : [{ words: found[1] ?? '', number: found[2] ?? '' }];
}

function inBox(mail: string): Statement[] {
  const box = /Upcoming dates named in these filings[^\n]*\n=+\n([\s\S]*?)Read from the texts/.exec(mail)?.[1] ?? '';
  return box.split('\n').flatMap((line) => {
    const [, words, year, number] = /^(.*) \([^()]*\d:(\d\d)-cv-0*(\d+)\)/.exec(line) ?? [];
    return words === undefined ? [] : [{ words, number: `${year}-${number}` }];
  });
}

/** Reads the label in brackets after `D.I. 31, Nov 10, 2026`, and the line below the name of a case. */
function labels(mail: string): Statement[] {
  const [, ...sections] = mail.split(/\n(?=[^\n-][^\n]* \([^()\n]*\d:\d\d-cv-\d{5})/);
  return sections.flatMap((section) => {
    const [, year = '', number = ''] = /\d:(\d\d)-cv-0*(\d+)/.exec(section) ?? [];
    const own = section.replace(/\n\n[^\n]+\n=+\n[\s\S]*$/, '');
    const said = [...own.matchAll(/\n[-*] (?:D\.I\.|Text)[^[\n]*\[([^\]]+)\]/g)].map(([, label = '']) => label);
    if (/\n[-*] Ended\b/.test(own)) said.push('case ENDED');
    return said.map((words) => ({ words, number: `${year}-${number}` }));
  });
}

function ofWebhook(post: Json): Statement[] {
  return (post.data.changes ?? []).flatMap((change: Json): Statement[] => {
    const found = /\d:(\d\d)-cv-0*(\d+)/.exec(change.record.label);
    if (found === null) return [];
    const status = change.fields.find(({ field }: Json) => field === 'status');
    const dates = (change.dates ?? []).map(
      (one: Json) => `${one.status === 'set' ? '' : 'not set: '}${one.what} ${wordsOf(one.date)}`,
    );
    const ends = status?.after === 'terminated' ? ['case ENDED'] : [];
    return [change.label, ...dates, ...ends].map((words) => ({ words, number: `${found[1]}-${found[2]}` }));
  });
}

function wordsOf(date: string): string {
  const [, day = '', month = '', year = ''] = new Date(`${date}T12:00:00Z`).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** True if the words say that the case as a whole has ended. */
export function saysEnded(words: string): boolean {
  return /(?:^|; |· |case |appears )(?:DISMISSED|ENDED|TERMINATED|CLOSED)\b|DISMISSAL by the parties/.test(words);
}

/** Returns the dates that the words call set, ISO, without those called vacated, left out or only requested. */
export function standingDays(words: string, now: string): string[] {
  return words
    .split(/; | · /)
    .filter((part) => !/VACATED|requested|not set:/.test(part))
    .map((part) => part.replace(/\(was [^)]*\)/g, ''))
    .flatMap((part) => [...part.matchAll(/\b([A-Z][a-z]{2}) (\d{1,2})\b(?:, (\d{4}))?/g)])
    .flatMap(([, month = '', day = '', year = now.slice(0, 4)]) => {
      const at = new Date(`${month} ${day}, ${year} 12:00 UTC`);
      return Number.isNaN(at.getTime()) ? [] : [at.toISOString().slice(0, 10)];
    });
}

/** Returns which watches a text calls unchecked, and since when. */
export function saysUnchecked(text: string): { readonly names: string[]; readonly since: Date }[] {
  const flat = text.replace(/\s+/g, ' ');
  const notices = [...flat.matchAll(/Since (\w+ \d+, \d{4}, [\d:]+ [AP]M EST) .*? nothing of (.*?) since then/g)];
  const digests = [
    ...flat.matchAll(/Last checked completely (?:between .*? and )?(\w+ \d+, \d{4}, [\d:]+ [AP]M EST)[^:]*: (.*?) \(/g),
  ];
  return [...notices, ...digests].map(([, since = '', names = '']) => ({
    names: names.split(/, | and /),
    since: new Date(since.replace('EST', 'GMT-0500')),
  }));
}
