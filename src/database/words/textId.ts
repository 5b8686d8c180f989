/** How many numbers are reserved for the texts of one record, as in migrations/0020_search.ts. */
export const textsOfRecord = 1_048_576;

/** The number of a text in the index: that of an entry or, with seq 0, of the record itself. */
export function textIdOf(recordId: number, seq = 0): number {
  return recordId * textsOfRecord + seq;
}

export function placeOfText(textId: number): { readonly recordId: number; readonly seq: number } {
  return { recordId: Math.floor(textId / textsOfRecord), seq: textId % textsOfRecord };
}
