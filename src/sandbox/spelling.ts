/** How the service reads what it compares: the query's value and the record's value go through the same function. */

/** `6,834,603` and `us 6834603` differ; `6,834,603` and `6834603` do not. */
export function patentSpelling(value: string): string {
  return value.replace(/[\s,]/g, '').toUpperCase();
}

/** Names compare without regard to case and double blanks, but with their punctuation. */
export function nameSpelling(value: string): string {
  return value.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** One right in all its spellings: `DM/901093` and `DM901093`, `D0939800` and `D939,800`. */
export function rightSpelling(value: string): string {
  return value
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^D0+/, 'D');
}
