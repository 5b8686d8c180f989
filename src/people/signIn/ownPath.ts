/** A path of our own pages as it is, `/` for anything else: a link or a form may name another site. */
export function ownPath(to: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/';
}
