import { z } from 'zod';

/** A mail address with the name that readers see; `name` is '' where none was given. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const address = z.email();

export function isAddress(text: string): boolean {
  return address.safeParse(text).success;
}

/** Reads `a@b.example` or `Name <a@b.example>` (the name may be quoted). undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a header are how mails are forged.
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const named = /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]+)>\s*$/.exec(text);
  const found = named
    ? { name: (named[1] ?? named[2] ?? '').trim(), address: (named[3] ?? '').trim() }
    : { name: '', address: text.trim() };
  return isAddress(found.address) ? found : undefined;
}
