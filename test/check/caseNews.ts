import type { DocketHit, EntryHit } from './service.ts';

/**
 * Returns one copy of each case: the copy with more entries. Of two with equally many it is always the ended one. The
 * order in which they come must not decide, because the next response may change it, and that would be false news.
 */
export function bestCopies(hits: readonly DocketHit[]): DocketHit[] {
  const best = new Map<number, DocketHit>();
  for (const hit of hits) {
    const other = best.get(hit.docketId);
    if (other === undefined || isBetter(hit, other)) best.set(hit.docketId, hit);
  }
  return [...best.values()];
}

function isBetter(one: DocketHit, other: DocketHit): boolean {
  const more = entriesOf(one).length - entriesOf(other).length;
  return more > 0 || (more === 0 && one.status !== 'open' && other.status === 'open');
}

/** Returns what is known of a case after one more hit. Entries, parties and PDFs stay, even if the hit lacks them. */
export function together(before: DocketHit, after: DocketHit): DocketHit {
  const fresh = freshEntries(before, after);
  const entries = entriesOf(before).map((entry) => ({ ...entry, pdfUrl: pdfIn(after, entry) || entry.pdfUrl }));
  return {
    ...after,
    parties: [...new Set([...partiesOf(before), ...partiesOf(after)])],
    entryTotal: Math.max(Number(before.entryTotal), Number(after.entryTotal)),
    entries: [...entries, ...fresh],
  };
}

function entriesOf(hit: DocketHit): EntryHit[] {
  return hit.entries as EntryHit[];
}

function partiesOf(hit: DocketHit): string[] {
  return hit.parties as string[];
}

/** Returns the entries that were not known before. Two equal receipts of one day count as two. */
function freshEntries(before: DocketHit, after: DocketHit): EntryHit[] {
  const nameOf = (entry: EntryHit) => String(entry.documentHref ?? entry.dateFiled);
  const left = entriesOf(before).map(nameOf);
  return entriesOf(after).filter((entry) => {
    const at = left.indexOf(nameOf(entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function pdfIn(hit: DocketHit, { documentHref }: EntryHit): unknown {
  return documentHref === null
    ? ''
    : (entriesOf(hit).find((entry) => entry.documentHref === documentHref)?.pdfUrl ?? '');
}

/** Returns what a check reports of a case that was stored as `known` and is returned as `shown`. */
export function news(known: DocketHit, shown: DocketHit): string[] {
  const label = String(shown.docketNumber);
  const lines: string[] = [];
  const status = ['status', 'dateTerminated'].filter((field) => known[field] !== shown[field]);
  if (status.length > 0) lines.push(`docket.status ${label} ${status.join(' ')}`);
  const fields = known.assignedTo === shown.assignedTo ? [] : ['assignedTo'];
  if (partiesOf(shown).some((party) => !partiesOf(known).includes(party))) fields.push('parties');
  if (fields.length > 0) lines.push(`docket.updated ${label} ${fields.join(' ')}`);
  const fresh = freshEntries(known, shown);
  for (const entry of fresh) lines.push(`entry.new ${label} #${entry.documentNumber || entry.description}`);
  const unseen = Number(shown.entryTotal) - Number(known.entryTotal) - fresh.length;
  if (unseen > 0) lines.push(`entry.unseen ${label} entries=${unseen}`);
  for (const entry of entriesOf(known)) {
    const pdf = pdfIn(shown, entry);
    if (pdf !== '' && pdf !== entry.pdfUrl) lines.push(`entry.updated ${label} pdfUrl`);
  }
  return lines;
}
