import type { Fact, Notice } from '../../../alerts/message/content.ts';
import { addToAlert } from '../../../alerts/outbox/addToAlertQueries.ts';
import { incidentThread } from '../../../alerts/outbox/incidents.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { openName, type WatchConfig } from '../../../config/config.ts';
import { listAskedCounsel, type Review } from '../../../looks/reviewsTable.ts';
import type { Design } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import type { Db, Trx } from '../../../store/store.ts';
import { watchActionPath } from '../../frame/links.ts';
import { designName } from '../designs/designCard.ts';

/** What counsel is asked about. */
interface Question {
  readonly watch: WatchConfig;
  readonly design: Design;
  readonly review: Review;
}

interface AskParts {
  readonly watches: readonly WatchConfig[];
  /** Where the pages are; undefined: nobody said. */
  readonly pageUrl: string | undefined;
  readonly now: Date;
}

/** Sends a pair to the channels of the matter, in the transaction that stores the question. */
export async function askCounsel(trx: Trx, question: Question, { watches, pageUrl, now }: AskParts): Promise<void> {
  const notice = questionNotice(question, pageUrl);
  for (const channel of channelsOf(question.watch, watches)) {
    await addToAlert(trx, { channel, kind: 'notice', createdAt: now, dueAt: now, changes: [], payload: [notice] });
  }
}

/** Those that the watches of the matter notify; of a watch without a matter, and of a confidential one, its own. */
function channelsOf(watch: WatchConfig, watches: readonly WatchConfig[]): string[] {
  const isAlone = watch.matter === undefined || watch.confidential === true;
  const some = isAlone ? [] : watches.filter((one) => one.matter === watch.matter && one.confidential !== true);
  return [...new Set([watch, ...some].flatMap(({ notify }) => notify))];
}

/** Of a confidential watch, nothing but its matter and where to look. */
function questionNotice({ watch, design, review }: Question, pageUrl: string | undefined): Notice {
  const isOpen = watch.confidential !== true;
  const path = watchActionPath(watch.id, `alike/${encodeURIComponent(design.key)}`);
  const page = pageUrl === undefined ? [] : [{ name: 'Compare and answer', value: pageUrl + path }];
  const named = [shortText(designName(design), 40), labelOf(design)].filter(Boolean).join(', ');
  const subject = isOpen ? `${named}, beside your ${shortText(review.own, 40)}` : openName(watch);
  const facts = [{ name: 'Asked by', value: review.who }, ...(isOpen ? openFacts(watch, review) : []), ...page];
  return {
    incident: 'counsel-asked',
    subject,
    phase: 'began',
    at: review.at,
    detail: facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    facts,
    matter: isOpen ? watch.matter : undefined,
    thread: incidentThread({ kind: 'counsel-asked', subject: `${watch.id} ${design.key} ${review.own}` }, review.at),
    readers: true,
  };
}

function openFacts(watch: WatchConfig, { note, likeness }: Review): Fact[] {
  return [
    ...(note === '' ? [] : [{ name: 'Note', value: note }]),
    ...(likeness === undefined ? [] : [{ name: 'Likeness', value: likeness.toFixed(2) }]),
    { name: 'Watch', value: watch.name },
  ];
}

/** By record, who asked counsel about it in other watches. */
export async function askedElsewhere(
  db: Db,
  recordIds: readonly number[],
  others: readonly WatchConfig[],
): Promise<Map<number, string>> {
  const names = new Map(others.map(({ id, name }) => [id, name]));
  const asked = await listAskedCounsel(db, recordIds);
  return new Map(
    asked.flatMap(({ recordId, watchId, who }) => {
      const name = names.get(watchId);
      return name === undefined ? [] : [[recordId, `Counsel was asked about it already in ${name}, by ${who}.`]];
    }),
  );
}
