import type { IncidentKind } from '../../outbox/incidents.ts';

/** Kinds of incidents about one search. Their subject is the id of its query. */
export const kindsOfQueries = [
  'watch-failing',
  'unreadable-hits',
  'suspicious-result',
  'baseline-incomplete',
  'check-crashed',
] as const satisfies readonly IncidentKind[];
