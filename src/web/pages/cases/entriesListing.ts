import { z } from 'zod';
import type { AlertOfRecord } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { entryPriority, type Priority } from '../../../reading/entryPriority.ts';
import { type EntryTopic, type EntryType, entryTopics, entryTypes } from '../../../reading/entryReading.ts';
import type { CalendarEvent } from '../../../reading/events/calendarEvent.ts';
import { casePhase, type PhaseRead } from '../../../reading/phase.ts';
import { courtDocument } from '../../../records/courts.ts';
import type { Docket } from '../../../records/docket.ts';
import { docketEventsOf } from '../../../schedule/watchDates.ts';
import { entryMatches } from '../../../store/find/searchStoredQueries.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { loadPhaseEntries, type ReadEntry, readEntries } from '../../../store/snapshot/entriesTable.ts';
import { readSearch, type SearchTerms } from '../../../store/words/wordIndex.ts';
import type { PageParts } from '../../frame/page.ts';
import { day, listing } from '../../lists/listing.ts';
import { historyOf, type KnownBy, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

export interface EntryFilter {
  readonly type?: EntryType | undefined;
  readonly topic?: EntryTopic | undefined;
  readonly matters?: 'act' | 'read' | undefined;
  readonly withPdf: boolean;
  /** ISO day */
  readonly since?: string | undefined;
  readonly words?: SearchTerms | undefined;
}

/** What it does not know counts as absent. */
export function entryFilterOf(query: URLSearchParams): EntryFilter {
  const matters = query.get('matters');
  const since = query.get('since') ?? '';
  const words = readSearch((query.get('words') ?? '').slice(0, 200));
  return {
    type: entryTypes.find((type) => type === query.get('type')),
    topic: entryTopics.find((topic) => topic === query.get('topic')),
    matters: matters === 'act' || matters === 'read' ? matters : undefined,
    withPdf: query.get('pdf') === '1',
    since: /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : undefined,
    words: words.wanted.length > 0 ? words : undefined,
  };
}

export function filterEntries(entries: readonly ReadEntry[], filter: EntryFilter): ReadEntry[] {
  const { type, topic, matters, withPdf, since, words } = filter;
  return entries.filter(
    ({ entry, reading }) =>
      (type === undefined || reading.type === type) &&
      (topic === undefined || reading.about.includes(topic)) &&
      (matters === undefined ||
        isAtLeast(entryPriority(reading, cleanText(entry.description), entry.dateFiled), matters)) &&
      (!withPdf || entry.pdfUrl !== '') &&
      (since === undefined || entry.dateFiled >= since) &&
      (words === undefined || entryMatches(cleanText(entry.description), words)),
  );
}

function isAtLeast(priority: Priority, wanted: 'act' | 'read'): boolean {
  return priority === 'act' || priority === wanted;
}

export const entryShape = z.object({
  number: z.string().describe('D.I.; empty where the court gave none'),
  filed: day,
  label: z.string().describe('what it is, in a few words'),
  type: z.string().describe('read from the text: order, motion, answer …'),
  topics: z.array(z.string()),
  outcome: z.string().nullable(),
  priority: z.enum(['act', 'read', 'routine']),
  text: z.string(),
  attachments: z.number(),
  pdf: z.string().nullable(),
  courtPage: z.string().nullable().describe('the document at PACER, which takes a fee'),
});

export function entryItem(docket: Docket, { entry, reading }: ReadEntry): z.output<typeof entryShape> {
  const text = cleanText(entry.description);
  return {
    number: cleanText(entry.documentNumber),
    filed: entry.dateFiled,
    label: entryLabel(reading, text),
    type: reading.type,
    topics: [...reading.about],
    outcome: reading.outcome,
    priority: entryPriority(reading, text, entry.dateFiled),
    text,
    attachments: entry.extraDocument.length,
    pdf: entry.pdfUrl || null,
    courtPage: courtDocument(docket, entry.documentHref) ?? null,
  };
}

export const entriesListing = listing({
  name: 'entries',
  item: entryShape,
  file: {
    path: '/cases/:key/entries',
    async load(parts, visit, { key = '' }) {
      const found = await loadCase(parts, visit, key);
      if (found === undefined) return undefined;
      const { docket, entries } = found;
      const shown = filterEntries(entries, entryFilterOf(visit.url.searchParams));
      return { called: `entries-${docket.docketNumber ?? key}`, items: shown.map((one) => entryItem(docket, one)) };
    },
  },
});

const changesAtMost = 2000;

export interface Case extends KnownBy {
  readonly docket: Docket;
  readonly id: number;
  readonly firstSeenAt: string;
  readonly phase: PhaseRead;
  readonly dates: readonly CalendarEvent[];
  readonly entries: readonly ReadEntry[];
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly AlertOfRecord[];
}

/** undefined: not stored, or not found by a watch of the viewer. Entries and changes: newest first. */
export async function loadCase(parts: PageParts, visit: Pick<Visit, 'sight'>, key: string): Promise<Case | undefined> {
  const seen = await seenRecord(parts, visit, 'docket', key);
  if (seen === undefined) return undefined;
  const { id, record: docket, firstSeenAt, watches, goneSince } = seen;
  const { db } = parts.store;
  const phaseEntries = (await loadPhaseEntries(db, [id])).get(id) ?? [];
  return {
    id,
    docket,
    firstSeenAt,
    phase: casePhase(phaseEntries, docket),
    dates: (await docketEventsOf(db, [id])).get(id) ?? [],
    entries: await readEntries(db, id),
    watches,
    goneSince,
    ...(await historyOf(parts.store, visit, seen, changesAtMost)),
  };
}
