import { newCasesAbout } from '../../reading/changePriority.ts';
import type { Priority } from '../../reading/entryPriority.ts';
import { hasOneTerm } from '../../reading/events/calendarEvent.ts';
import { fromAnotherHolder, isFromAnotherHolder } from '../../records/diff/lateEntries.ts';
import type { MessageChange } from './content.ts';
import { isNewlyVisible } from './words/happened.ts';
import { type ListNews, listNews } from './words/recordWords.ts';

const renews = ({ kind }: MessageChange) => kind === 'design.renewed';
const updates = ({ kind, fields }: MessageChange, name: string) =>
  kind === 'design.updated' && fields.some(({ field }) => field === name);

const movesHolders = (change: MessageChange, is: (news: ListNews) => boolean): boolean =>
  updates(change, 'holders') &&
  change.fields.filter(({ field }) => field === 'holders').some((field) => is(listNews(field) ?? nobodyMoved));

const nobodyMoved: ListNews = { added: [], removed: [], remaining: [''] };

/** What happens to designs, the most important first, as a digest counts it: `3 new designs, 1 expired`. */
const fates: readonly (readonly [words: string, priority: Priority, is: (change: MessageChange) => boolean])[] = [
  ['in a new case', 'act', (one) => one.kind === 'design.litigation' && newCasesAbout(one) > 0],
  ['new', 'act', (one) => one.kind === 'design.new' && !isFromAnotherHolder(one) && !isNewlyVisible(one)],
  [fromAnotherHolder, 'act', isFromAnotherHolder],
  ['newly visible', 'act', isNewlyVisible],
  ['newly compared', 'act', ({ kind }) => kind === 'design.alike'],
  ['expired', 'act', ({ fields }) => fields.some(({ field, after }) => field === 'status' && after === 'EXP')],
  ['ended', 'act', ({ fields }) => fields.some(({ field, after }) => field === 'status' && isLapsed(String(after)))],
  ['changed hands', 'read', (one) => movesHolders(one, ({ remaining }) => remaining.length === 0)],
  ['with a holder added', 'read', (one) => movesHolders(one, ({ added }) => added.length > 0)],
  ['with a holder removed', 'read', (one) => updates(one, 'holders')],
  ['with a later expiry', 'read', (one) => renews(one) && hasOneTerm(one.record)],
  ['renewed', 'read', renews],
  ['with other pictures', 'read', (one) => updates(one, 'images')],
  ['with news of a case', 'read', ({ kind }) => kind === 'design.litigation'],
  ['no longer found', 'routine', ({ kind }) => kind === 'design.gone'],
  ['found again', 'routine', ({ kind }) => kind === 'design.back'],
];

const isLapsed = (status: string): boolean => /^DEL$|expired|lapsed|deleted|cancelled|surrendered/i.test(status);

/** Returns the words for what happened to a design, its priority, and its rank: 0 for a new case about it. */
export function fateOf(change: MessageChange): { words: string; priority: Priority; rank: number } {
  const at = change.superseded ? -1 : fates.findIndex(([, , is]) => is(change));
  const [words, priority] = fates[at] ?? (['changed', 'routine'] as const);
  return { words, priority, rank: at < 0 ? fates.length : at };
}
