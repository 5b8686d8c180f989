import { shortText } from './cleanText.ts';
import { shorten } from './fold.ts';

interface NamedWatch {
  readonly id: string;
  readonly name: string;
  readonly matter?: string | undefined;
  readonly confidential?: boolean | undefined;
}

export function watchName(watch: NamedWatch): string {
  return shortText(watch.name, 100) || watch.id;
}

/** `Matter M-2026-014`, or '' for a watch without one. */
export function matterWords(watch: NamedWatch): string {
  return watch.matter ? `Matter ${shortText(watch.matter, 60)}` : '';
}

/** What a confidential watch is called where its name may not be seen. */
export function discreetName(watches: readonly NamedWatch[]): string {
  const matters = watches.filter((watch) => watch.confidential).map(matterWords);
  return shorten([...new Set(matters)].filter(Boolean).join(', '), 120) || 'A confidential watch';
}

/** What kept a check from a complete result, short enough for a subject; looked up by how the reason begins. */
const causes: readonly (readonly [start: RegExp, words: string])[] = [
  [/^over budget: .* of higher priority/, 'credits are short, and watches of higher priority come first'],
  [/^over budget: this day .* \(matters\./, "today's budget of its matter is spent"],
  [/^over budget: this month .* \(matters\./, "this month's budget of its matter is spent"],
  [/^over budget: this day .* \((watches|its own)/, 'its own budget for today is spent'],
  [/^over budget: this month .* \((watches|its own)/, 'its own budget for this month is spent'],
  [/^over budget/, 'over budget'],
  [/^the key (is|has been) suspended/, 'service key suspended'],
  [/^search\.account/, 'service key refused'],
  [/^search\.credits/, 'no credits left'],
  [/^search\.request/, 'the service refused the search'],
  [/^search\.busy/, 'the service was busy'],
  [/^search\.server/, 'the service failed'],
  [/^store:/, 'the database refused'],
  [/^internal/, 'an internal error'],
  [/^stopped/, 'Tipstaff was stopped'],
  [/^superseded/, 'another process made the check'],
];

/** Of a check that was not complete for another reason. */
export const incompleteResult = 'the result was incomplete';

/** @param reason as the check has it; undefined where none was made. */
export function whyUnwatched(reason: string | undefined): string {
  if (reason === undefined) return 'no check was made';
  return causes.find(([start]) => start.test(reason))?.[1] ?? incompleteResult;
}
