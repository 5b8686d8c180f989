import { describeWatch } from '../config/searchWords.ts';
import { listFinds, type StoredFind } from '../looks/findsTable.ts';
import { reviewsOf } from '../looks/reviewsTable.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../records/record.ts';
import { type UncheckedSpan, uncheckedIn } from '../schedule/holds/holdsTable.ts';
import type { StoredChange } from '../store/snapshot/changesTable.ts';
import type { CheckRow } from '../store/snapshot/checksTable.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import type { Db } from '../store/store.ts';
import {
  type AskedQuery,
  alertsReporting,
  changesIn,
  checksIn,
  type Period,
  type ReportedAlert,
  watchesOfMatter,
} from './matterEvidenceQueries.ts';

interface EvidenceWatch {
  readonly id: string;
  readonly name: string;
  readonly removedAt: string | null;
  /** In words. */
  readonly searches: string | undefined;
  readonly schedule: string | undefined;
  readonly notifies: readonly string[] | undefined;
  readonly queries: readonly AskedQuery[];
  /** When it was paused in the period, and by whom: then nobody checked, so that nothing found means nothing. */
  readonly pauses: readonly Omit<UncheckedSpan, 'watchId'>[];
  /** Of a watch that compares its new designs with own ones: those of the period. */
  readonly compared?: readonly ComparedDesign[] | undefined;
}

export interface MatterEvidence {
  /** How many watches of the matter are left out, because they are confidential. */
  readonly hidden: number;
  readonly watches: readonly EvidenceWatch[];
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
  const all = await watchesOfMatter(db, matter, period);
  // For a watch without stored settings it is not known whether it was confidential.
  const remembered = all.filter(
    ({ settings }) => confidential || (settings !== undefined && settings.confidential !== true),
  );
  const ids = remembered.map((watch) => watch.id);
  const changes = await changesIn(db, ids, period);
  const spans = await uncheckedIn(db, ids, period);
  const watches: EvidenceWatch[] = [];
  for (const { settings, ...watch } of remembered) {
    const compared = await comparedIn(db, watch.id, period);
    watches.push({
      ...watch,
      searches: settings && describeWatch(settings),
      notifies: settings?.notify,
      pauses: spans.filter(({ watchId }) => watchId === watch.id).map(({ watchId: _, ...pause }) => pause),
      ...(compared.length > 0 && { compared }),
    });
  }
  const changeIds = changes.map(({ id }) => id);
  return {
    hidden: all.length - remembered.length,
    watches,
    checks: await checksIn(
      db,
      remembered.flatMap(({ queries }) => queries),
      period,
    ),
    changes: changes.map((change) => ({
      ...change,
      watches: change.watches.filter((id) => ids.includes(id)),
      filteredOut: undefined,
    })),
    alerts: await alertsReporting(db, ids, changeIds, period),
  };
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
