/**
 * Why a complete answer is not to be believed at once, in words for the operators; undefined when it is as usual. The check stays
 * complete and its absences count towards `goneAfterChecks`: nothing more is made of it.
 * @param known members of the query that are not gone
 * @param shown how many of those the answer shows
 */
export function findSuspicion(known: number, shown: number): string | undefined {
  if (known < 1 || shown * 2 >= known) return undefined;
  return shown === 0
    ? `the answer is empty, ${known} ${known === 1 ? 'record was' : 'records were'} known`
    : `the answer shows ${shown} of ${known} known records`;
}
