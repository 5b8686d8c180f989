type Entry = Readonly<Record<string, unknown>>;

const entryFields = ['documentNumber', 'dateFiled', 'description', 'documentHref', 'pdfUrl', 'extraDocument'];
const attachmentFields = ['document_number', 'document_href', 'pdf_url'];

/**
 * Counts the shown entries that are neither true ones nor remains of true ones, each true one used once. Only these can
 * be new. Remains have fields that are absent, null, blank, of a wrong type, or those of a true entry.
 */
export function sparedEntries(shown: readonly unknown[], truth: readonly unknown[], fields = entryFields): number {
  const free = new Set(truth.filter(isEntry));
  const pairs = shown
    .filter(isEntry)
    .map((entry) => ({ entry, of: [...free].filter((one) => isLeftOf(entry, one, fields)) }))
    // Entries with the fewest candidates come first, so that the greedy choice is right.
    .sort((a, b) => a.of.length - b.of.length);
  let spared = 0;
  for (const { entry, of } of pairs) {
    const [best] = of
      .filter((one) => free.has(one))
      .sort((a, b) => equalFields(entry, b, fields) - equalFields(entry, a, fields));
    if (best === undefined) spared += 1;
    else free.delete(best);
  }
  return spared;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLeftOf(shown: Entry, truth: Entry, fields: readonly string[]): boolean {
  return fields.every((field) => isLess(shown[field], truth[field]));
}

function isLess(shown: unknown, truth: unknown): boolean {
  if (Array.isArray(truth)) return !Array.isArray(shown) || sparedEntries(shown, truth, attachmentFields) === 0;
  if (typeof shown === 'number') return `${shown}` === `${truth}`;
  return typeof shown !== 'string' || shown.trim() === '' || shown === truth;
}

function equalFields(one: Entry, other: Entry, fields: readonly string[]): number {
  return fields.filter((field) => JSON.stringify(one[field]) === JSON.stringify(other[field])).length;
}
