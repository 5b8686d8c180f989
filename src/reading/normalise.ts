const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' };

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi;

function decode(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/**
 * The longest text that is read, in characters. The longest real entry seen has about 20,000; what lies beyond the limit is a
 * document pasted into the docket, whose first pages say what it is.
 */
const longestText = 30_000;

/** One line with single blanks, entities decoded, typographic quotes and dashes made plain. */
export function normalise(text: string): string {
  const line = text.slice(0, 4 * longestText).replace(/[\s\u200b\u00a0\ufeff]+/g, ' ');
  const plain = line.includes('&') ? line.replace(entity, decode).replace(/[\s\u00a0]+/g, ' ') : line;
  return plain
    .slice(0, longestText)
    .replace(/\b(due|by|on)(?=\d{1,2}\/\d)/gi, '$1 ')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .trim();
}
