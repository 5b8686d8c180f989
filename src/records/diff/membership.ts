export interface Member {
  readonly key: string;
  /** Complete checks in a row without it. */
  readonly missed: number;
  readonly gone: boolean;
}

export interface MembershipRules {
  /** Only a complete check proves that something is absent. */
  readonly outcome: 'complete' | 'partial';
  /** From 1. */
  readonly goneAfterChecks: number;
}

/** What a check did to the members of a query; every list holds keys in the order of `members` or of what was shown. */
export interface MembershipNews {
  /** Shown and no member yet. */
  readonly arrived: readonly string[];
  readonly returned: readonly string[];
  /** Shown, and missed before though never gone: their count starts again at 0, silently. */
  readonly reappeared: readonly string[];
  /** Absent, with the new count, including those that are gone with this check. */
  readonly missed: readonly { readonly key: string; readonly missed: number }[];
  readonly gone: readonly string[];
}

/**
 * Which records arrived, are missing or are gone. A member that returns before it was reported as gone was never away.
 */
export function compareMembership(
  members: readonly Member[],
  shownKeys: Iterable<string>,
  rules: MembershipRules,
): MembershipNews {
  const shown = new Set(shownKeys);
  const known = new Set(members.map((member) => member.key));
  const present = members.filter((member) => shown.has(member.key));
  const absent = rules.outcome === 'complete' ? members.filter((member) => !shown.has(member.key) && !member.gone) : [];
  const missed = absent.map((member) => ({ key: member.key, missed: member.missed + 1 }));
  return {
    arrived: [...shown].filter((key) => !known.has(key)),
    returned: present.filter((member) => member.gone).map((member) => member.key),
    reappeared: present.filter((member) => !member.gone && member.missed > 0).map((member) => member.key),
    missed,
    gone: missed.filter((member) => member.missed >= rules.goneAfterChecks).map((member) => member.key),
  };
}

/**
 * Why a complete result is suspicious, in words for the operators; undefined when it is as usual. The check stays
 * complete and its absences count towards `goneAfterChecks`: nothing else changes.
 * @param known members of the query that are not gone
 * @param shown how many of those the result shows
 */
export function findSuspicion(known: number, shown: number): string | undefined {
  if (known < 1 || shown * 2 >= known) return undefined;
  return shown === 0
    ? `the result is empty, ${known} ${known === 1 ? 'record was' : 'records were'} known`
    : `the result shows ${shown} of ${known} known records`;
}
