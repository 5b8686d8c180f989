import { addToAlert } from '../store/outbox/alerts.ts';
import type { Trx } from '../store/store.ts';
import { closeTrouble, openTrouble } from '../store/incidents.ts';
import type { Notice } from './content.ts';

/** What the operators are told of, once when it begins and once when it ends (design.md, section 4). */
export type TroubleKind =
  | 'watch-failing'
  | 'token-refused'
  | 'credits-gone'
  | 'budget-reached'
  | 'channel-dead'
  | 'alert-undelivered'
  | 'recipients-refused'
  | 'hits-set-aside'
  | 'suspicious-answer'
  | 'baseline-incomplete'
  | 'docket-outgrew-window';

export interface Trouble {
  readonly kind: TroubleKind;
  /** What it is about, the same when it ends: a query id, a channel, a day. */
  readonly subject: string;
  /** How people call the subject; by default the subject itself. */
  readonly label?: string | undefined;
  /** What happened, why, what to do. No secrets. */
  readonly detail: string;
}

/** Tells the operators of a trouble unless they know of it. @returns whether it began now. */
export async function beginTrouble(
  db: Trx,
  operators: readonly string[],
  trouble: Trouble,
  now: Date,
): Promise<boolean> {
  if (!(await openTrouble(db, { ...trouble, now: now.toISOString() }))) return false;
  await tellOperators(db, operators, trouble, 'began', now);
  return true;
}

/** Tells the operators that a trouble is over, if they were told that it began. @returns whether it ended now. */
export async function endTrouble(db: Trx, operators: readonly string[], trouble: Trouble, now: Date): Promise<boolean> {
  if ((await closeTrouble(db, { ...trouble, now: now.toISOString() })) === undefined) return false;
  await tellOperators(db, operators, trouble, 'ended', now);
  return true;
}

async function tellOperators(
  db: Trx,
  operators: readonly string[],
  trouble: Trouble,
  phase: Notice['phase'],
  now: Date,
): Promise<void> {
  const notice: Notice = {
    trouble: trouble.kind,
    subject: trouble.label ?? trouble.subject,
    phase,
    at: now.toISOString(),
    detail: trouble.detail,
  };
  // A dead channel cannot tell of its own death.
  const reachable = operators.filter((channel) => trouble.kind !== 'channel-dead' || channel !== trouble.subject);
  for (const channel of reachable) {
    await addToAlert(db, {
      channel,
      kind: 'notice',
      createdAt: now,
      dueAt: now,
      changes: [],
      payload: [notice],
    });
  }
}
