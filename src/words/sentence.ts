/** A text that ends as a sentence does: with one full stop, whoever wrote it. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
