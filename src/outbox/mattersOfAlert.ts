import { createHash } from 'node:crypto';
import type { AlertContent, ChangesContent } from '../message/content.ts';

/** What of an alert is about one matter. */
interface MatterContent {
  /** Lasting, and safe in an address; '' where the alert is about one matter or none. */
  readonly key: string;
  readonly content: AlertContent;
}

/**
 * An alert in parts, one for each matter, in the order of the watches; what has no matter is a part of its own. A case
 * that is watched for two matters is in both. What is about no record (what could not be looked at, holds that ended)
 * is in the first.
 */
export function mattersOfAlert(content: AlertContent): MatterContent[] {
  if (content.kind !== 'changes') return [{ key: '', content }];
  const byMatter = Map.groupBy(content.watches, (watch) => watch.matter ?? '');
  const parts = [...byMatter].flatMap(([matter, watches]) => {
    const ids = new Set(watches.map(({ id }) => id));
    const changes = content.changes.flatMap((change) => {
      const own = change.watches.filter((id) => ids.has(id));
      return own.length === 0 ? [] : [{ ...change, watches: own }];
    });
    return changes.length === 0 ? [] : [{ matter, content: { ...content, watches, changes } }];
  });
  if (parts.length < 2) return [{ key: '', content }];
  return parts.map((part, index) => ({ key: keyOf(part.matter), content: partOf(part.content, index === 0) }));
}

function keyOf(matter: string): string {
  return `matter-${createHash('sha256').update(matter).digest('hex').slice(0, 16)}`;
}

function partOf(content: ChangesContent, isFirst: boolean): ChangesContent {
  const checks = new Set(content.changes.map((change) => change.checkId));
  const records = new Set(content.changes.map(({ record }) => `${record.type}:${record.key}`));
  return {
    ...content,
    checks: content.checks.filter(({ id }) => isFirst || checks.has(id)),
    dates: content.dates?.filter(({ record }) => records.has(`${record.type}:${record.key}`)),
    ...(isFirst ? {} : { coverage: undefined, endedHolds: undefined }),
  };
}
