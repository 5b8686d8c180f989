import type { AlertContent, ChangesContent, MessageChange } from '../channels/message/content.ts';

/** What is enough to tell the news of one record and check from the rest. */
type Found = Pick<MessageChange, 'id' | 'checkId'> & {
  readonly record: { readonly type: string; readonly key: string };
};

/** The changes by record and check, what was found last first. */
export function byRecordAndCheck<Change extends Found>(changes: readonly Change[]): Change[][] {
  const last = (some: readonly Change[]) => Math.max(...some.map((change) => change.id));
  return [...Map.groupBy(changes, newsKey).values()].sort((a, b) => last(b) - last(a));
}

/** Names the news of one record in one check, in the letters of a URI: `check-45.docket-387457476`. */
export function newsKey({ checkId, record }: Found): string {
  return `check-${checkId}.${record.type}-${encodeURIComponent(record.key)}`;
}

/**
 * An alert in parts, one for each record and check, what was found last first; where there are more than `most`, the rest are one part. What
 * the alert says of no record (what could not be looked at, mutes that ended) goes with the first, and an alert without changes is one part.
 */
export function contentParts(content: AlertContent, most: number): { key: string; content: AlertContent }[] {
  const groups = content.kind === 'changes' ? byRecordAndCheck(content.changes) : [];
  if (content.kind !== 'changes' || groups.length === 0) return [{ key: '', content }];
  const isCut = groups.length > most;
  const alone = isCut ? groups.slice(0, most - 1) : groups;
  const rest = isCut ? [{ key: 'rest', changes: groups.slice(most - 1).flat() }] : [];
  return [...alone.map((changes) => ({ key: changes[0] ? newsKey(changes[0]) : '', changes })), ...rest].map(
    ({ key, changes }, index) => ({ key, content: partOf(content, changes, index === 0) }),
  );
}

function partOf(content: ChangesContent, changes: readonly MessageChange[], isFirst: boolean): ChangesContent {
  const watches = new Set(changes.flatMap((change) => change.watches));
  const checks = new Set(changes.map((change) => change.checkId));
  return {
    ...content,
    digest: false,
    changes,
    watches: content.watches.filter((watch) => watches.has(watch.id)),
    checks: content.checks.filter((check) => checks.has(check.id)),
    ...(isFirst ? {} : { coverage: undefined, endedMutes: undefined }),
  };
}
