import { casesOfChange, sameNewsOf } from '../diff/litigation.ts';
import type { MessageChange } from '../message/content.ts';

/**
 * A record that is gone from the results of several watches, or back in them, is one piece of news for a channel: each watch has a change of
 * its own, and they are reported as one that names all the watches.
 */
export function goneAndBackOnce(changes: readonly MessageChange[]): MessageChange[] {
  const once: MessageChange[] = [];
  const places = new Map<string, number>();
  for (const change of changes) {
    const move = `${change.kind} ${change.record.key}`;
    const place = places.get(move);
    const first = place === undefined ? undefined : once[place];
    if (place !== undefined && first !== undefined && isOfOtherWatches(first, change)) {
      once[place] = { ...first, watches: [...first.watches, ...change.watches] };
      continue;
    }
    if (/\.(gone|back)$/.test(change.kind)) places.set(move, once.length);
    once.push(change);
  }
  return once;
}

/** One watch may have lost a record twice, and found it in between: that is reported as it was. */
function isOfOtherWatches(one: MessageChange, other: MessageChange): boolean {
  return !one.watches.some((watch) => other.watches.includes(watch));
}

/** The changes, without litigation changes of designs whose cases are all reported here from their own dockets. */
export function withoutReportedTwice(changes: readonly MessageChange[]): MessageChange[] {
  const dockets = new Set(
    changes.filter(({ record }) => record.type === 'docket').map(({ kind, record }) => `${kind} ${record.key}`),
  );
  return changes.filter((change) => {
    if (change.kind !== 'design.litigation' || change.record.type !== 'design') return true;
    const news = casesOfChange(change.record, change.fields);
    return !news?.every((one) => dockets.has(`${sameNewsOf(one)} ${one.case.caseId}`));
  });
}
