/** Only to a page of ours: a link or a form that leads here may name another site. */
export function ownPath(to: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/';
}
