import { wordsOf } from './foldText.ts';

// Long forms first brought to their short ones, so that `Incorporated` and `Inc.` are one word.
const shortForms: readonly (readonly [RegExp, string])[] = [
  [/\bincorporated\b/g, 'inc'],
  [/\bcorporation\b/g, 'corp'],
  [/\bcompany\b/g, 'co'],
  [/\blimited\b/g, 'ltd'],
  [/\bgesellschaft mit beschrankter haftung\b/g, 'gmbh'],
  [/\bm b h\b/g, 'mbh'],
  [/\baktiengesellschaft\b/g, 'ag'],
  [/\bkommanditgesellschaft\b/g, 'kg'],
  [/\bkabushiki kaisha\b/g, 'kk'],
  [/\bnaamloze vennootschap\b/g, 'nv'],
  [/\bsociete anonyme\b/g, 'sa'],
  [/\bsociedad limitada\b/g, 'sl'],
  [/\b([a-z]) ([a-z]) ([a-z]) ([a-z])\b/g, '$1$2$3$4'],
  [/\b([a-z]) ([a-z]) ([a-z])\b/g, '$1$2$3'],
  [/\b([a-z]) ([a-z])\b/g, '$1$2'],
];

const legalForms = new Set(
  `inc corp co ltd llc llp lp plc pty pte pvt gmbh mbh ag kg kgaa ohg ug ev se sa sas sarl sasu spa srl sl slu bv nv vof ab as asa aps
   oy oyj kk gk sro zrt kft doo dd ad ood eood sp zoo sdn bhd cv sab und`.split(/\s+/),
);

const cjkForms = /(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限公司|주식회사|유한회사|㈜|\(주\))/gu;

/** What stands behind a name and is no part of it: who it once was. */
const former = /[\s,;([]*\b(?:formerly|f\/k\/a|fka|previously|anciennement|vormals)\b.*$/i;

/**
 * The words that tell a firm from others: case, accents, punctuation, legal form and former names gone. A name that is nothing
 * but legal forms keeps its words.
 */
export function firmWords(name: string): readonly string[] {
  let text = wordsOf(name.replace(former, '').replace(cjkForms, ' ')).join(' ');
  for (const [long, short] of shortForms) text = text.replace(long, short);
  const words = text.split(' ').filter((word) => word !== '');
  const telling = words.filter((word) => !legalForms.has(word));
  return telling.length > 0 ? telling : words;
}

/** Equal for two spellings of one firm. */
export function foldFirm(name: string): string {
  return firmWords(name).join('');
}

/** Equal, or one is the other with its seat appended after a comma, a bracket or a dash: `Rival GmbH, Bremen`. */
export function isSameFirm(one: string, other: string): boolean {
  if (foldFirm(one) === foldFirm(other)) return true;
  return withoutSeat(one) === foldFirm(other) || foldFirm(one) === withoutSeat(other);
}

const seat = /^(.{3,}?)\s*(?:,|\(|\s[-–]\s|;)\s*(?!\s*(?:inc|ltd|llc|co|corp|gmbh|s\.?a|ag)\b)[^,]+(?:,[^,]+)?$/i;

function withoutSeat(name: string): string {
  const [, firm] = seat.exec(name.replace(former, '')) ?? [];
  return foldFirm(firm ?? name);
}
