import type { Entry } from '../docket.ts';

/** Every kind of change (docs/design.md, section 5), in the order in which a reader wants them. */
export const changeKinds = [
  'docket.new',
  'docket.status',
  'docket.updated',
  'entry.new',
  'entry.updated',
  'entry.unseen',
  'entry.backfill',
  'docket.gone',
  'docket.back',
  'design.new',
  'design.alike',
  'design.status',
  'design.updated',
  'design.renewed',
  'design.litigation',
  'design.gone',
  'design.back',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** As people read it. */
export const kindNames: Readonly<Record<ChangeKind, string>> = {
  'docket.new': 'new cases',
  'docket.status': 'cases that end or are reopened',
  'docket.updated': 'changes of judge, court, parties, name …',
  'entry.new': 'new filings',
  'entry.updated': 'edits of filings',
  'entry.unseen': 'filings that the service does not show',
  'entry.backfill': 'older filings that turned up together',
  'docket.gone': 'cases that are gone',
  'docket.back': 'cases that are back',
  'design.new': 'new registrations',
  'design.alike': 'designs that turn out to look like yours',
  'design.status': 'changes of status',
  'design.updated': 'changes of holder, classes, states, products, pictures …',
  'design.renewed': 'renewals',
  'design.litigation': 'cases about designs',
  'design.gone': 'designs that are gone',
  'design.back': 'designs that are back',
};

export type FieldValue = string | number | null | readonly string[];

/** One field, as we knew it and as it is now. null: there was none, or it was removed. */
export interface FieldChange {
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/**
 * One thing that happened to one record, as the diff reports it.
 * - `entry`: for `entry.new` and `entry.updated`, the entry as it is now.
 * - `entries`: for an `entry.backfill` of a few, each of them; of more only their number is reported.
 * - `fields`: what moved; for `entry.unseen` and `entry.backfill` the field `entries` with the number as `after`.
 * - `note`: one sentence for the reader where the fields do not say all ("newly visible, filed 2019").
 * - `rule`: the name of the rule that decided, for `tipstaff explain`.
 */
export interface ChangeDraft {
  readonly kind: ChangeKind;
  readonly fields: readonly FieldChange[];
  readonly entry?: Entry | undefined;
  readonly entries?: readonly Entry[] | undefined;
  readonly note?: string | undefined;
  readonly rule: string;
}
