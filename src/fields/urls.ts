import { field, hasControls, refuse } from './fields.ts';

/** The URL, or undefined where the text is none or contains blanks. */
export function readUrl(text: string): URL | undefined {
  return /\s/.test(text) || hasControls(text) ? undefined : (URL.parse(text) ?? undefined);
}

/** A part of a URL without its escapes; where they are wrong, as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A URL with one of these schemes and a host. */
export function url(accepted: string, protocols: readonly string[]) {
  return field(accepted, (text) => {
    const parsed = readUrl(text);
    if (parsed === undefined) return refuse({ why: 'it is not a URL' });
    if (!protocols.includes(parsed.protocol)) return refuse({ why: 'it has another scheme' });
    return parsed.protocol !== 'mailto:' && parsed.hostname === '' ? refuse({ why: 'it names no host' }) : text;
  });
}

/** Whether the address is on this machine. */
export function isLoopback(address: string): boolean {
  const host = readUrl(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
