import type { BriefRecord } from './record.ts';

/** The path of a record's page on Tipstaff's own site: `/cases/387457476`, `/designs/DM%2F214567`. */
export function recordPath({ type, key }: Pick<BriefRecord, 'type' | 'key'>): string {
  return `${type === 'docket' ? '/cases/' : '/designs/'}${encodeURIComponent(key)}`;
}
