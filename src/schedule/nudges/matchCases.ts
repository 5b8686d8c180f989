import { isSameDocketNumber, readDocketNumber } from '../../records/docket.ts';

/** What a source said: that something was entered in a case. All texts are somebody else's, on one line. */
export interface Signal {
  /** The court's own number of the case. */
  readonly pacerCaseId: string | null;
  readonly docketNumber: string | null;
  readonly document: string | null;
  readonly text: string;
  /** ISO; null where the source does not say. */
  readonly publishedAt: string | null;
  /** Equal for two signals only if they are one. */
  readonly key: string;
}

type Numbered = Pick<Signal, 'pacerCaseId' | 'docketNumber'>;

export interface WatchedCase extends Numbered {
  readonly recordId: number;
  /** When it was first stored (ISO). */
  readonly firstSeenAt: string;
}

/**
 * Which of a court's cases a signal is about: by the court's own number of the case, else by its docket number,
 * whatever initials of judges follow. Several dockets of one number are all meant.
 */
export function openMatcher<Case extends Numbered>(cases: readonly Case[]): (signal: Signal) => readonly Case[] {
  const byCaseId = Map.groupBy(cases, (one) => one.pacerCaseId ?? '');
  const byNumber = Map.groupBy(cases, (one) => coreOf(one.docketNumber));
  return ({ pacerCaseId, docketNumber }) => {
    const exact = pacerCaseId === null ? [] : (byCaseId.get(pacerCaseId) ?? []);
    if (exact.length > 0) return exact;
    if (docketNumber === null) return [];
    const core = coreOf(docketNumber);
    const plain = withoutSuffixes(docketNumber);
    const alike = core === '' ? [] : (byNumber.get(core) ?? []);
    return alike.filter((one) => isSameDocketNumber(withoutSuffixes(one.docketNumber ?? ''), plain));
  };
}

/** Year and serial: what every spelling has. '' where it is no number. */
function coreOf(docketNumber: string | null): string {
  const read = docketNumber === null ? undefined : readDocketNumber(withoutSuffixes(docketNumber));
  return read === undefined ? '' : `${read.year}-${read.serial}`;
}

/** Without the initials of judges and the number of a defendant: `1:18-cr-00002-ABC-01`. */
function withoutSuffixes(docketNumber: string): string {
  return docketNumber.replace(/^(\s*(?:\d{1,2}[:-])?\d\d-(?:[a-z]{1,4}-)?\d{1,7})(?:-[a-z\d]+)*\s*$/i, '$1');
}
