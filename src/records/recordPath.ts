import type { BriefRecord } from './record.ts';

/** Where a record has its page on Tipstaff's own site: `/cases/387457476`, `/designs/DM%2F214567`. */
export function recordPath({ type, key }: Pick<BriefRecord, 'type' | 'key'>): string {
  return `${type === 'docket' ? '/cases/' : '/designs/'}${encodeURIComponent(key)}`;
}
