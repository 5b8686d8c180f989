import { shorten, shortText } from './cleanText.ts';

interface NamedWatch {
  readonly id: string;
  readonly name: string;
  readonly matter?: string | undefined;
  readonly confidential?: boolean | undefined;
}

export function watchName(watch: NamedWatch): string {
  return shortText(watch.name, 100) || watch.id;
}

/** Returns `Matter M-2026-014`, or '' for a watch without a matter. */
export function matterWords(watch: NamedWatch): string {
  return watch.matter ? `Matter ${shortText(watch.matter, 60)}` : '';
}

/** Returns the name of a confidential watch where its real name must not appear. */
export function discreetName(watches: readonly NamedWatch[]): string {
  const matters = watches.filter((watch) => watch.confidential).map(matterWords);
  return shorten([...new Set(matters)].filter(Boolean).join(', '), 120) || 'A confidential watch';
}

/** Returns the name of a watch. @param discreet hides that of a confidential watch */
export function shownName(watch: NamedWatch, discreet: boolean): string {
  return discreet && watch.confidential ? discreetName([watch]) : watchName(watch);
}

const causes = {
  account: 'token refused',
  key: 'calls to the service suspended',
  credits: 'no credits left',
  request: 'the service refused the search',
  busy: 'the service was busy',
  server: 'the service failed or could not be reached',
  budget: "Tipstaff's credit budget cannot pay for a check",
  priority: 'credits are short, and watches of higher priority come first',
  'matter-day': 'the daily budget of its matter cannot pay for a check',
  'matter-month': 'the monthly budget of its matter cannot pay for a check',
  'watch-day': 'its own daily budget cannot pay for a check',
  'watch-month': 'its own monthly budget cannot pay for a check',
  store: 'the database refused',
  internal: 'an internal error',
  stopped: 'Tipstaff was stopped',
  superseded: 'another process made the check',
} as const;

export type CheckCause = keyof typeof causes;
export const checkCauses = Object.keys(causes) as CheckCause[];
const ofParts = ['matter-day', 'matter-month', 'watch-day', 'watch-month'] as const;
export const budgetCauses: readonly CheckCause[] = ['budget', 'priority', ...ofParts];

export const incompleteResult = 'the result was incomplete';

/** Returns the reason of a check for people, without the codes of errors, which logs and JSON have. */
export function withoutCodes(reason: string): string {
  return reason.replace(/\bsearch\.\w+: /g, '');
}

/** Joins the reasons of several searches, of one budget once. A check skipped for another's failure only repeats it. */
export function joinedReasons(reasons: readonly string[]): string | null {
  const bySubject = Map.groupBy(reasons, (reason) => reason.replace(/^over budget: .*\(/, ''));
  const all = [...bySubject.values()].flatMap(([first = '']) => first);
  const repeats = (reason: string) =>
    all.some((other) => reason.endsWith(`: ${withoutCodes(other)}`) && reason !== other);
  return all.filter((reason) => !repeats(reason)).join(' · ') || null;
}

/** @param cause of the last check; null: the service's result was incomplete; undefined: there was no check */
export function whyUnwatched(cause: CheckCause | null | undefined): string {
  if (cause === undefined) return 'no check was made';
  return cause === null ? incompleteResult : causes[cause];
}

/** The stored author of an action without sign-in: on the command line, or on the pages of this machine. */
export const nobodySignedIn = 'local';

/** Names the author of a stored action in a sentence. */
export const personName = (who: string): string => (who === nobodySignedIn ? 'somebody not signed in' : who);
