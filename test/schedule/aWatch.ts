import type { WatchConfig } from '../../src/config/config.ts';

/** A typical docket watch, checked daily at 07:00 UTC. */
export function aWatch(over: Partial<WatchConfig> = {}): WatchConfig {
  return {
    id: 'widget-case',
    name: 'Widget case',
    searches: [{ type: 'dockets', caseNumber: '1:20-cv-00168' }],
    wholeWord: false,
    schedule: '0 7 * * *',
    timezone: 'UTC',
    notify: ['counsel'],
    announce: true,
    ...over,
  };
}
