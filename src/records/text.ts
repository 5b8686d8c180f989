/**
 * Text as it came, less what no store keeps alike: NUL (Postgres refuses it) and lone surrogates (they have no UTF-8, so
 * that what is stored would differ from what was compared).
 */
export function storable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.replace(/\p{Surrogate}|\0/gu, '');
}

/** Text of a field: undefined when the field was absent, '' when it was there as null or blanks. */
export function textForm(shown: string | null | undefined): string | undefined {
  if (shown === undefined) return undefined;
  const text = shown === null ? '' : storable(shown);
  return text.trim() === '' ? '' : text;
}

/** An identifier or code: like text, but trimmed, and numbers count as their decimal text. */
export function identifierForm(shown: string | number | null | undefined): string | undefined {
  if (shown === undefined) return undefined;
  return shown === null ? '' : storable(String(shown)).trim();
}

/** A list of texts as they came; blanks and nulls dropped. undefined when the field was absent or null. */
export function listForm(shown: readonly (string | null | undefined)[] | null | undefined): string[] | undefined {
  if (shown === undefined || shown === null) return undefined;
  const texts: string[] = [];
  for (const item of shown) {
    const text = item ? storable(item) : '';
    if (text.trim() !== '') texts.push(text);
  }
  return texts;
}

/** A list of identifiers: trimmed, numbers as their decimal text, blanks and nulls dropped. */
export function identifierListForm(
  shown: readonly (string | number | null | undefined)[] | null | undefined,
): string[] | undefined {
  return shown?.map((item) => identifierForm(item) ?? '').filter(Boolean);
}
