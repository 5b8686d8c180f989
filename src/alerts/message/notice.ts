/** An incident of Tipstaff's own that began or ended. */
export interface Notice {
  readonly incident: string;
  readonly subject: string;
  readonly phase: 'began' | 'ended';
  readonly at: string;
  /** What happened, why, and what to do: plain sentences. */
  readonly detail: string;
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

/** `Likeness`: `0.91`. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}
