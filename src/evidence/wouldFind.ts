import type { DesignSearch, DocketSearch, WatchConfig } from '../config/config.ts';
import { nearMiss } from '../config/fields/nearMiss.ts';
import { rightNumber } from '../records/design.ts';
import { companyWords } from '../records/diff/companyName.ts';
import { isSameDocketNumber, readPatentNumber } from '../records/docket.ts';

/**
 * How a watch and a name or number come together. `limited`: it searches for this, and for other things that must hold
 * as well, of which nothing is known. `narrower`: it searches for a longer name, and may miss it. `near`: it is called
 * so, or searches for a name that is spelled nearly so.
 */
export type Match = 'asks for it' | 'limited' | 'narrower' | 'near';

/** What counts first where the searches of a watch differ. */
export const matchOrder = ['asks for it', 'limited', 'narrower', 'near'] as const satisfies readonly Match[];

/**
 * Whether a watch would have found what is called so; undefined: it searches for something else. Only a watch that
 * narrows its search by nothing else would have found it for certain.
 */
export function wouldFind(
  { searches, courts = [], name }: Pick<WatchConfig, 'searches'> & Partial<Pick<WatchConfig, 'courts' | 'name'>>,
  text: string,
): Match | undefined {
  const matches = searches.map((search): Match | undefined => {
    const field = matchedField(search, text);
    if (field === undefined) return nearMatch(search, text);
    const others = Object.entries(search).filter(([key, value]) => key !== 'type' && key !== field && Boolean(value));
    return others.length === 0 && courts.length === 0 ? 'asks for it' : 'limited';
  });
  if (name !== undefined && isNear(name, text)) matches.push('near');
  return matchOrder.find((match) => matches.includes(match));
}

/** The field of a search that is this name or number, as the service compares it (docs/service.md). */
function matchedField(search: DocketSearch | DesignSearch, text: string): string | undefined {
  if (search.type === 'designs') {
    const { registrationNumber, holder } = search;
    if (registrationNumber !== undefined && rightNumber(registrationNumber) === rightNumber(text))
      return 'registrationNumber';
    return holder !== undefined && contains(text, holder) ? 'holder' : undefined;
  }
  const { patentNumber, caseNumber, companyName } = search;
  if (patentNumber !== undefined && readPatentNumber(text) === readPatentNumber(patentNumber)) return 'patentNumber';
  if (caseNumber !== undefined && isSameDocketNumber(caseNumber, text)) return 'caseNumber';
  const begins = companyName !== undefined && text.trim().toLowerCase().startsWith(companyName.toLowerCase());
  return begins && contains(text, companyName) ? 'companyName' : undefined;
}

function nearMatch(search: DocketSearch | DesignSearch, text: string): Match | undefined {
  const name = search.type === 'designs' ? search.holder : search.companyName;
  if (name === undefined || companyWords(text).length === 0) return undefined;
  if (contains(name, text)) return 'narrower';
  return isNear(name, text) ? 'near' : undefined;
}

/** Whether these words are in the text, whole: Rival is not in Rivalry. */
function contains(text: string, words: string): boolean {
  const plain = (name: string) =>
    ` ${name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return plain(text).includes(plain(words));
}

function isNear(name: string, text: string): boolean {
  const [one, other] = [name, text].map((each) => companyWords(each).join(' '));
  return nearMiss(other ?? '', [one ?? '']) !== undefined;
}
