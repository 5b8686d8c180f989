/** A link in another form is the same link; one to another document replaces it silently. */
export function mergeLink(before: string | null, after: string | null): string | null {
  if (after === null || after === '') return before;
  return documentId(before) === documentId(after) ? before : after;
}

/** An address without the parts that change for no reason: scheme, host, query. */
export function pathOf(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
}

/** A missing address does not erase a known one, and one with another host is the same. */
export function mergeAddress(before: string, after: string): string {
  if (after === '') return before;
  return before !== '' && pathOf(before) === pathOf(after) ? before : after;
}

/**
 * What a link of an entry points to, in a form that two reports of one docket share; undefined where there is no link.
 * `/doc1/01711364006` and `/doc1/01701364006` are one document: the fourth digit only says whether a menu of attachments was
 * shown. Ids of different forms (`doc:…`, `dm:…`, `path:…`) say nothing about one another.
 */
export function documentId(href: string | null): string | undefined {
  if (href === null || href === '') return undefined;
  const numbered = /\/docs?1\/(\d{3})\d(\d+)/.exec(href);
  if (numbered) return `doc:${numbered[1]}${numbered[2]}`;
  const managed = /[?&]dm_id=(\d+)/.exec(href);
  if (managed) return `dm:${managed[1]}`;
  return `path:${href.replace(/^https?:\/\/[^/]+/i, '').toLowerCase()}`;
}

/** True when both are known, of one form, and not the same. */
export function areOtherDocuments(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  return one.slice(0, one.indexOf(':')) === other.slice(0, other.indexOf(':'));
}
