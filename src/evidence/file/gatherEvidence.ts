import { html } from 'hono/html';
import { counted } from '../../base/words/sentence.ts';
import { describeWatch } from '../../config/describeSearch.ts';
import { listFinds, type StoredFind } from '../../looks/findsTable.ts';
import { reviewsOf } from '../../looks/reviewsTable.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../records/record.ts';
import { type UncheckedSpan, uncheckedIn } from '../../schedule/holds/holdsTable.ts';
import type { Query } from '../../service/query.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { CheckRow } from '../../store/snapshot/checksTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import {
  alertsReporting,
  changesIn,
  checksIn,
  formerQueries,
  type PastQuery,
  type Period,
  pastQueries,
  type RememberedWatch,
  type ReportedAlert,
  watchesOfMatter,
} from '../matterEvidenceQueries.ts';

interface EvidenceWatch {
  readonly id: string;
  readonly name: string;
  readonly removedAt: string | null;
  /** In words; undefined for a watch that only a version before 0.2.0 knew. */
  readonly searches: string | undefined;
  readonly schedule: string | undefined;
  readonly notifies: readonly string[] | undefined;
  /** As they were sent to the service, without paging. */
  readonly queries: readonly Query[];
  /** What it asked in the period until it was changed or removed, and until when (ISO). */
  readonly formerQueries: readonly (Query & { readonly until: string })[];
  /** When it was paused in the period, and by whom: then nobody looked, so that nothing found means nothing. */
  readonly pauses: readonly Omit<UncheckedSpan, 'watchId'>[];
  /** Of a watch that compares its new designs with own ones: those of the period. */
  readonly compared?: readonly ComparedDesign[] | undefined;
}

export interface MatterEvidence {
  /** How many watches of the matter are left out, because they are confidential. */
  readonly hidden: number;
  readonly watches: readonly EvidenceWatch[];
  /**
   * Searches of the period that the watches do not ask any more. Of those changed before the store remembered them, the
   * ones that found something.
   */
  readonly formerQueries: readonly Query[];
  readonly checks: readonly CheckRow[];
  /** They name only the watches of this matter. */
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly ReportedAlert[];
}

/** What is stored of a matter and a period. @param confidential whether the reader may read confidential watches */
export async function gatherEvidence(
  db: Db,
  matter: string,
  period: Period,
  confidential: boolean,
): Promise<MatterEvidence> {
  const all = await watchesOfMatter(db, matter);
  // For a watch without stored settings it is not known whether it was confidential.
  const remembered = all.filter(
    ({ settings }) => confidential || (settings !== undefined && settings.confidential !== true),
  );
  const ids = remembered.map((watch) => watch.id);
  const own = new Set(ids);
  const found = await changesIn(db, ids, period);
  const pauses = await uncheckedIn(db, ids, period);
  const past = await pastQueries(db, ids, period);
  const unknown = await ownFormerQueries(db, found, own);
  const asked = [...new Set([...remembered.flatMap((watch) => watch.queries), ...unknown].map((query) => query.id))];
  const watches: EvidenceWatch[] = [];
  for (const watch of remembered) {
    const compared = await comparedIn(db, watch.id, period);
    watches.push({ ...watchOf(watch, pauses, past), ...(compared.length > 0 && { compared }) });
  }
  return {
    hidden: all.length - remembered.length,
    watches,
    formerQueries: [...new Map([...past.map(queryOf), ...unknown].map((query) => [query.id, query])).values()],
    checks: await everyCheck(db, asked, past, period),
    changes: found.map((change) => ({
      ...change,
      watches: change.watches.filter((id) => own.has(id)),
      filteredOut: undefined,
    })),
    alerts: await alertsReporting(
      db,
      ids,
      found.map((change) => change.id),
      period,
    ),
  };
}

/**
 * Those of the queries that are asked now, and those of former ones up to the moment when their watch stopped asking
 * them.
 */
async function everyCheck(
  db: Db,
  asked: readonly string[],
  past: readonly PastQuery[],
  period: Period,
): Promise<CheckRow[]> {
  const checks = await checksIn(db, asked, period);
  for (const { id, until } of past) {
    checks.push(...(await checksIn(db, [id], { ...period, until: until < period.until ? until : period.until })));
  }
  return [...new Map(checks.map((check) => [check.id, check])).values()].sort((a, b) => a.id - b.id);
}

function queryOf({ id, operation, body }: PastQuery): Query {
  return { id, operation, body };
}

/**
 * Without those whose checks found something for other matters too: what they searched is not for readers of this
 * matter.
 */
async function ownFormerQueries(db: Db, changes: readonly StoredChange[], own: ReadonlySet<string>): Promise<Query[]> {
  const foreign = new Set(
    changes.filter((change) => change.watches.some((id) => !own.has(id))).map((one) => one.checkId),
  );
  const checkIds = [...new Set(changes.map((change) => change.checkId))].filter((id) => !foreign.has(id));
  return formerQueries(db, checkIds);
}

function watchOf(
  { id, name, removedAt, settings, schedule, queries }: RememberedWatch,
  all: readonly UncheckedSpan[],
  past: readonly PastQuery[],
): EvidenceWatch {
  const searches = settings && describeWatch(settings);
  const pauses = all.filter((pause) => pause.watchId === id).map(({ watchId: _, ...pause }) => pause);
  const ended = past.filter((one) => one.watchId === id).map((one) => ({ ...queryOf(one), until: one.until }));
  return { id, name, removedAt, searches, schedule, notifies: settings?.notify, queries, formerQueries: ended, pauses };
}

/** A new design of a watch with `similarTo`: what it was compared with, or why it was not. */
interface ComparedDesign {
  readonly record: Pick<SearchRecord, 'type' | 'key'> & { readonly label: string; readonly title: string };
  readonly foundAt: string;
  /** The own design that it looks most like, and how much, 0 to 1; null: it was not compared. */
  readonly compared: { readonly own: string; readonly likeness: number; readonly at: string | null } | null;
  readonly whyNot: string | null;
  readonly review: {
    readonly verdict: string;
    readonly note: string;
    readonly at: string;
    readonly who: string;
  } | null;
}

const designsAtMost = 100_000;

/**
 * The new designs that a watch found in a period, those that were not compared too: silence about them proves nothing.
 */
async function comparedIn(db: Db, watchId: string, { from, until }: Period): Promise<ComparedDesign[]> {
  const finds = await listFinds(db, watchId, { since: from, until, order: 'newest', limit: designsAtMost });
  const ids = finds.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  const reviews = await reviewsOf(db, watchId, ids);
  return finds.flatMap((found) => {
    const record = records.get(found.recordId)?.record;
    const said = reviews.find(({ recordId, own }) => recordId === found.recordId && own === found.find?.own);
    return record === undefined ? [] : [comparedDesign(found, record, said)];
  });
}

function comparedDesign(
  { find, foundAt, comparedAt, whyNot }: StoredFind,
  record: SearchRecord,
  review: Awaited<ReturnType<typeof reviewsOf>>[number] | undefined,
): ComparedDesign {
  const { type, key } = record;
  return {
    record: { type, key, label: recordPlace(record), title: recordTitle(record) },
    foundAt,
    compared: find === undefined ? null : { own: find.own, likeness: find.likeness, at: comparedAt ?? null },
    whyNot: whyNot ?? null,
    review:
      review === undefined ? null : { verdict: review.verdict, note: review.note, at: review.at, who: review.who },
  };
}

/** `983 of 1,000 new designs were compared`, and of the others which and why. */
export function comparedPart(
  watches: readonly { readonly name: string; readonly compared?: readonly ComparedDesign[] | undefined }[],
) {
  const comparing = watches.filter(({ compared = [] }) => compared.length > 0);
  if (comparing.length === 0) return '';
  return html`<h2>What was compared with own designs, by its pictures</h2>${comparing.map(({ name, compared = [] }) => {
    const open = compared.filter((one) => one.compared === null);
    return html`<p>${name}: ${compared.length - open.length} of ${counted(
      compared.length,
      'new design',
    )} compared. Likeness is an order; that nothing stands high does not mean that nothing is alike.</p>
${
  open.length === 0
    ? ''
    : html`<table><thead><tr><th>Not compared</th><th>Why</th></tr></thead>
<tbody>${open.map(
        ({ record, whyNot }) => html`<tr><td>${record.title} <span class="quiet">${record.label}</span></td>
<td>${whyNot}</td></tr>`,
      )}</tbody></table>`
}`;
  })}`;
}
