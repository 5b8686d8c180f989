/** How much of a value is kept: bytes of each text as JSON, and items of each list. */
interface Room {
  readonly bytes: number;
  readonly items: number;
}

const leastBytes = 64;
/** Addresses are kept whole or not at all: half an address leads elsewhere. */
const leastAddressBytes = 300;

/**
 * A JSON value in at most so many bytes of UTF-8: its texts cut (`…` says so) and its lists cut to their first items, equally everywhere,
 * as little as possible, with `shortened: true` added. Unchanged where it fits.
 */
export function shrink<Value extends object>(value: Value, mostBytes: number): Value {
  if (jsonBytes(value) <= mostBytes) return value;
  for (let room = { bytes: 4096, items: 64 }; ; room = { bytes: room.bytes / 2, items: Math.ceil(room.items / 2) }) {
    const less = { ...(shrunk(value, room) as Value), shortened: true };
    if (jsonBytes(less) <= mostBytes || room.bytes <= leastBytes) return less;
  }
}

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function shrunk(value: unknown, room: Room): unknown {
  if (typeof value === 'string') return isAddress(value) ? shrunkAddress(value, room) : shrunkText(value, room.bytes);
  if (Array.isArray(value)) return value.slice(0, room.items).map((item) => shrunk(item, room));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shrunk(inner, room)]));
}

function isAddress(text: string): boolean {
  return /^(https?:\/)?\/\S*$/.test(text);
}

function shrunkAddress(address: string, room: Room): string {
  return jsonBytes(address) <= Math.max(room.bytes, leastAddressBytes) ? address : '';
}

function shrunkText(text: string, bytes: number): string {
  if (text.length * 6 <= bytes || (text.length <= bytes && jsonBytes(text) <= bytes)) return text;
  let end = bytes;
  for (;;) {
    const cut = `${text.slice(0, end).toWellFormed()}…`;
    const length = jsonBytes(cut);
    if (length <= bytes || end === 0) return cut;
    end = Math.min(end - 1, Math.floor((end * bytes) / length));
  }
}
