import { foldText } from '../diff/foldText.ts';
import { daysBefore } from '../diff/lateEntries.ts';
import type { Joined, MessageChange, WatchFacts } from '../message/content.ts';
import { matchedParty } from '../message/matched.ts';
import { listNews } from '../message/words/listNews.ts';
import { readEntry } from '../reading/readEntry.ts';
import type { Docket } from '../records/docket.ts';
import type { Entry } from '../records/entry.ts';
import { cleanText } from '../words/cleanText.ts';

/** Services show a filing late; one older than this joined nobody who was found only now. */
const lateDays = 30;

const addsSomebody =
  /\b(?:adding|adds?|added|join(?:s|ing|ed)?|joinder of|intervenor)\b[^.;]*\b(?:part(?:y|ies)|(?:counter-?|cross-?|third-party )?(?:defendant|plaintiff)s?|respondents?)\b/i;

/**
 * Whether a case is new to the watches because the party that they search for was joined to it: we saw the party come, or
 * it is an old case and a late filing says that somebody joins. undefined: nothing says so.
 * @param entries all that are known of the case, the newest first
 */
export function joinedTo(
  docket: Docket,
  change: Pick<MessageChange, 'kind' | 'fields' | 'note' | 'detectedAt'>,
  entries: readonly Entry[],
  watches: readonly WatchFacts[],
): Joined | undefined {
  const party = change.kind === 'docket.new' ? matchedParty(docket, watches)?.name : undefined;
  if (party === undefined) return undefined;
  const since = daysBefore(change.detectedAt.slice(0, 10), lateDays);
  const by = entries.find((entry) => entry.dateFiled >= since && joins(entry, party));
  const parties = change.fields.find(({ field }) => field === 'parties');
  const cameToUs = parties !== undefined && listNews(parties)?.added.includes(cleanText(party));
  const isOld = change.note !== undefined && (docket.dateFiled ?? '') < since;
  return cameToUs || (isOld && by !== undefined) ? { party, by } : undefined;
}

/** A pleading, or an order that lets somebody in, which names the party or says that it adds one. */
function joins({ description, dateFiled }: Entry, party: string): boolean {
  const { type, about, outcome } = readEntry(description, dateFiled);
  const lets = type === 'order' && about.includes('joinder') && outcome === 'granted';
  if (type !== 'complaint' && !lets) return false;
  return addsSomebody.test(description) || foldText(description).includes(foldText(party));
}
