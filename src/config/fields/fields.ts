import { isIP } from 'node:net';
import { z } from 'zod';

export type Refusal = Readonly<{ why?: string | undefined; suggestion?: string | undefined }>;

class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

export function refuse(refusal: Refusal = {}): Refused {
  return new Refused(refusal);
}

/** The beginning of a value from the environment, as a pattern. */
export const variable = '\\$\\{';

/** In the JSON Schema. YAML parses digits as numbers, but Tipstaff reads scalars as text. */
const anyScalar = { type: ['string', 'number', 'boolean'] };

/**
 * Reads the trimmed text of a scalar. The message of its zod issue is what is accepted; `params` is the Refusal.
 * @param json what the JSON Schema says of it
 */
export function field<T>(accepted: string, read: (text: string) => T | Refused, json: object = anyScalar) {
  const scalar = z.string({ error: accepted }).meta({ description: accepted, ...json });
  return scalar.transform((text, context): T => {
    const trimmed = text.trim();
    const value = trimmed === '' ? refuse() : read(trimmed);
    if (!(value instanceof Refused)) return value;
    context.addIssue({ code: 'custom', message: accepted, params: { ...value.refusal } });
    return z.NEVER;
  });
}

/** Accepts no other keys. The message about a wrong key lists the right keys, separated by `, `. */
export function keyed<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : `a map of ${Object.keys(shape).join(', ')}`,
  });
}

export function listOf<Item extends z.ZodType>(item: Item, accepted: string, ifEmpty?: string) {
  const list = z
    .array(item, { error: accepted })
    .refine(({ length }) => length > 0 || ifEmpty === undefined, { error: ifEmpty });
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), list);
}

export function text(accepted = 'a text', examples?: readonly string[]) {
  const read = (value: string) => (hasControls(value) ? refuse({ why: 'it holds control characters' }) : value);
  return field(accepted, read, { ...anyScalar, ...(examples && { examples }) });
}

export const flag = field(
  'true or false',
  (value) => (value === 'true' || value === 'false' ? value === 'true' : refuse()),
  { type: ['boolean', 'string'], pattern: `^(${variable}|true$|false$)` },
);

export type NumberLimits = Readonly<{ least: number; most: number; whole?: boolean; unit?: string }>;

export function number({ least, most, whole = false, unit = '' }: NumberLimits) {
  const accepted = `a ${whole ? 'whole ' : ''}number${unit && ` of ${unit}`} from ${least} to ${most}`;
  const read = (value: string) => {
    const parsed = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    return parsed >= least && parsed <= most && (!whole || Number.isInteger(parsed)) ? parsed : refuse();
  };
  const pattern = `^(${variable}|[-0-9])`;
  return field(accepted, read, { type: ['number', 'string'], minimum: least, maximum: most, pattern });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const controls = /[\u0000-\u001f\u007f]/;

export function hasControls(value: string): boolean {
  return controls.test(value);
}

export const locale = field('a locale like en-US, en-GB or fr', (value) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(value)[0] ?? refuse();
  } catch {
    return refuse();
  }
});

/** Returns undefined for a text that is no URL or contains whitespace. */
export function readUrl(text: string): URL | undefined {
  return /\s/.test(text) || hasControls(text) ? undefined : (URL.parse(text) ?? undefined);
}

/** Decodes part of a URL. Returns a text with wrong escapes unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const network = field('an IP address or network', (value) => {
  const [address = '', length, ...rest] = value.split('/');
  const family = isIP(address);
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
  return family !== 0 && isLength && rest.length === 0 ? value : refuse({ why: 'it is not an IP address or network' });
});

/** Requires a host, except for mailto:. */
export function url(accepted: string, protocols: readonly string[], ifNone = 'it is not a URL') {
  return field(accepted, (text) => {
    const parsed = readUrl(text);
    if (parsed === undefined) return refuse({ why: ifNone });
    if (!protocols.includes(parsed.protocol)) return refuse({ why: 'it has another scheme' });
    return parsed.protocol !== 'mailto:' && parsed.hostname === '' ? refuse({ why: 'it names no host' }) : text;
  });
}

/** Returns the URL of a host by its name or address. Addresses of IPv6 are written in brackets. */
export function urlOfHost(host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}`;
}

export function isLoopback(address: string): boolean {
  const host = readUrl(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `name` is '' when none was given. */
export type Mailbox = Readonly<{ name: string; address: string }>;

const address = z.email();

export function isAddress(text: string): boolean {
  return address.safeParse(text).success;
}

/** Parses `a@b.example` or `Name <a@b.example>`, with or without quotes around the name; undefined for other texts. */
export function parseMailbox(text: string): Mailbox | undefined {
  // Control characters in a header allow forged mail.
  if (hasControls(text)) return undefined;
  const named = /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]+)>\s*$/.exec(text);
  const found = named
    ? { name: (named[1] ?? named[2] ?? '').trim(), address: (named[3] ?? '').trim() }
    : { name: '', address: text.trim() };
  return isAddress(found.address) ? found : undefined;
}
