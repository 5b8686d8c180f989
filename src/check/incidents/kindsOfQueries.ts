import type { IncidentKind } from '../../alerts/incidents.ts';

/** Incidents of one search: their subject is its id. */
export const kindsOfQueries = [
  'watch-failing',
  'unreadable-hits',
  'suspicious-result',
  'baseline-incomplete',
  'check-crashed',
] as const satisfies readonly IncidentKind[];
