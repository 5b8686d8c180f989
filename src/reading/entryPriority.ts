import type { EntryReading, EntryType } from './entryReading.ts';

/** How much an item matters to its reader: something to do, something to read, or something to file. */
export type Priority = 'act' | 'read' | 'routine';

/** act before read before routine. */
export function priorityOrder(priority: Priority): number {
  return { act: 0, read: 1, routine: 2 }[priority];
}

/** The priority of a type of entry by itself. */
const byType: Readonly<Record<EntryType, Priority>> = {
  judgment: 'act',
  verdict: 'act',
  dismissal: 'act',
  complaint: 'read',
  answer: 'read',
  motion: 'read',
  response: 'read',
  reply: 'read',
  brief: 'read',
  order: 'read',
  report: 'read',
  hearing: 'read',
  stipulation: 'read',
  appeal: 'read',
  evidence: 'routine',
  transcript: 'routine',
  status: 'routine',
  discovery: 'routine',
  appearance: 'routine',
  service: 'routine',
  disclosure: 'routine',
  letter: 'routine',
  notice: 'routine',
  clerk: 'routine',
  fee: 'routine',
  other: 'routine',
};

/** The priority of an entry: a date to keep, an injunction or a dismissal is something to act on. */
export function entryPriority({ type, about, outcome, dates }: EntryReading): Priority {
  // The redaction dates of a transcript are no deadlines of the case.
  if (dates.length > 0 && type !== 'transcript') return 'act';
  if (outcome === 'dismissed' || (outcome === 'granted' && about.includes('dismissal'))) return 'act';
  if (about.includes('injunction') && byType[type] !== 'routine') return 'act';
  return byType[type];
}

/** Notes by which a clerk takes an entry back. */
const takenBack = /\b(stricken|vacated|withdrawn|entered in error|filed in error|terminated|set aside)\b/i;

/**
 * The priority of an edit of an entry: what was added counts, not what the entry was about.
 * @param added the words that were added
 * @param reading of these words alone
 */
export function editPriority(added: string, reading: EntryReading): Priority {
  if (takenBack.test(added) || reading.dates.length > 0) return 'act';
  return reading.outcome === null ? 'routine' : 'read';
}
