/** What stays the same of an image's address: its path. Host, query and fragment move without being news. */
export function imagePathOf(url: string): string {
  const scheme = url.indexOf('://');
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  if (start < 0) return '/';
  const query = url.indexOf('?', start);
  const fragment = url.indexOf('#', start);
  const end = query < 0 || (fragment >= 0 && fragment < query) ? fragment : query;
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
