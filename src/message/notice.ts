/** An incident of Tipstaff's own that began or ended, or its report of a week. */
export interface Notice {
  readonly incident: string;
  readonly subject: string;
  readonly phase: 'began' | 'ended';
  readonly at: string;
  /** What happened, why, and what to do: plain sentences. */
  readonly detail: string;
  /** What it says in a line, where no name of an incident says that: `39 of 39 watches checked in the week to …`. */
  readonly headline?: string | undefined;
  /** The same as `detail`, one by one, for people. */
  readonly facts?: readonly Fact[] | undefined;
  /** The matter of the watch that it is about, unless that is confidential. */
  readonly matter?: string | undefined;
  /** What the begin and the end of one incident share, and no other notice has. */
  readonly thread?: string | undefined;
  /** It is for those who follow the watch, not for the operators. Default false. */
  readonly readers?: boolean | undefined;
  /** It ended because it no longer concerns anybody. Default false. */
  readonly obsolete?: boolean | undefined;
  /** The watch could be looked at, but not completely. Default false. */
  readonly inPart?: boolean | undefined;
}

/** `Credits`: `12 spent, 1,300 to come in the next 30 days`. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Whether somebody has to do something about it: a report asks nobody. */
export function asksToAct({ phase, headline }: Notice): boolean {
  return phase === 'began' && headline === undefined;
}
