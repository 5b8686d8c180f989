import { documentId } from './documentId.ts';

/** A link that takes another form is the same link; one to another document takes its place silently. */
export function mergeLink(before: string | null, after: string | null): string | null {
  if (after === null || after === '') return before;
  return documentId(before) === documentId(after) ? before : after;
}

/** An address without what moves for no reason: scheme, host, query. */
export function pathOf(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
}

/** One that is missing does not erase a known one, and another host is the same address. */
export function mergeAddress(before: string, after: string): string {
  if (after === '') return before;
  return before !== '' && pathOf(before) === pathOf(after) ? before : after;
}
