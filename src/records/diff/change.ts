import type { Entry } from '../docket.ts';
import type { RecordType } from '../record.ts';

/** Every kind of change (docs/design.md, section 5) and its name, in the best order for readers. */
export const kindNames = {
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
} as const;

export type ChangeKind = keyof typeof kindNames;

export const changeKinds = Object.keys(kindNames) as readonly ChangeKind[];

export function kindsOf(type: RecordType): ChangeKind[] {
  return changeKinds.filter((kind) => kind.startsWith('design.') === (type === 'design'));
}

export type FieldValue = string | number | null | readonly string[];

export type FieldChange = Readonly<{ field: string; before: FieldValue; after: FieldValue }>;

/** `entries`: those of a small backfill. `note`: what the fields do not say. `rule`: for `tipstaff explain`. */
export interface ChangeDraft {
  readonly kind: ChangeKind;
  readonly fields: readonly FieldChange[];
  readonly entry?: Entry | undefined;
  readonly entries?: readonly Entry[] | undefined;
  readonly note?: string | undefined;
  readonly rule: string;
}

export interface Member {
  readonly key: string;
  readonly missed: number; // Consecutive complete checks without the record.
  readonly gone: boolean;
}

export interface MembershipRules {
  readonly outcome: 'complete' | 'partial';
  readonly goneAfterChecks: number; // From 1.
}

/** Treats a member that returns before being reported as gone as never away. @param shown the keys of the result */
export function compareMembership<M extends Member>(
  members: readonly M[],
  shown: ReadonlySet<string>,
  rules: MembershipRules,
) {
  const known = new Set(members.map((member) => member.key));
  const present = members.filter((member) => shown.has(member.key));
  const absent = rules.outcome === 'complete' ? members.filter((member) => !shown.has(member.key) && !member.gone) : [];
  const missed = absent.map((member) => ({ ...member, missed: member.missed + 1 }));
  return {
    arrived: [...shown].filter((key) => !known.has(key)),
    returned: present.filter((member) => member.gone),
    /** Shown again after being missed, but never gone. Their count silently restarts at 0. */
    reappeared: present.filter((member) => !member.gone && member.missed > 0),
    /** Absent members with their new count, including those that are gone with this check. */
    missed,
    gone: missed.filter((member) => member.missed >= rules.goneAfterChecks),
  };
}

/** Returns a sentence for the operators, undefined when all is normal. The check stays complete, and absences count. */
export function findSuspicion(known: number, shown: number): string | undefined {
  if (known < 1 || shown * 2 >= known) return undefined;
  return shown === 0
    ? `the result is empty, ${known} ${known === 1 ? 'record was' : 'records were'} known`
    : `the result shows ${shown} of ${known} known records`;
}
