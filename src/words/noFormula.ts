/** A text of a cell, with an apostrophe before it where a spreadsheet would take it for a formula; some read full-width signs as such too. */
export function noFormula(text: string): string {
  return /^[=+\-@|%\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}
