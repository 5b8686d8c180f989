import { isIP } from 'node:net';

/**
 * Whether a request's Host header names this server: the defence against a web page that points a name of its own at this
 * machine (DNS rebinding) to read from inside the reader's browser. Such a name is a public one, so addresses and names
 * without a dot (localhost, a container's name) pass, and of the others only those in `names`, without port.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  const host = header?.toLowerCase().replace(/:\d+$/, '') ?? '';
  if (host === '') return false;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !host.includes('.') || host.endsWith('.localhost') || names.includes(host);
}
