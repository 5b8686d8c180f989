import type { DesignSearch, DocketSearch, WatchConfig } from '../config/config.ts';
import { companyWords } from '../diff/companyName.ts';
import { rightNumber } from '../records/design.ts';
import { isSameDocketNumber, readPatentNumber } from '../records/docket.ts';

/** How a watch and a name or number come together. `narrower`: it asks for more than was written, and may miss it. */
export type Sight = 'asks for it' | 'narrower';

/**
 * Whether what is called so would be found by a watch, as far as its searches show; undefined: none of them asks for
 * it.
 */
export function wouldSee({ searches }: Pick<WatchConfig, 'searches'>, text: string): Sight | undefined {
  const sights = searches.map((search) =>
    search.type === 'dockets' ? byDockets(search, text) : byDesigns(search, text),
  );
  return sights.includes('asks for it') ? 'asks for it' : sights.find((one) => one !== undefined);
}

function byDockets({ patentNumber, caseNumber, companyName }: DocketSearch, text: string): Sight | undefined {
  const isPatent = patentNumber !== undefined && readPatentNumber(text) === readPatentNumber(patentNumber);
  if (isPatent || (caseNumber !== undefined && isSameDocketNumber(caseNumber, text))) return 'asks for it';
  return companyName === undefined ? undefined : byName(companyName, text, true);
}

function byDesigns({ registrationNumber, holder }: DesignSearch, text: string): Sight | undefined {
  if (registrationNumber !== undefined && rightNumber(registrationNumber) === rightNumber(text)) return 'asks for it';
  return holder === undefined ? undefined : byName(holder, text, false);
}

/** The service compares how the name of a company begins, and any part of a holder's (docs/service.md). */
function byName(asked: string, text: string, fromBegin: boolean): Sight | undefined {
  const [wanted, written] = [asked, text].map((name) => companyWords(name).join(' '));
  if (!wanted || !written) return undefined;
  if (fromBegin ? written.startsWith(wanted) : written.includes(wanted)) return 'asks for it';
  return wanted.includes(written) ? 'narrower' : undefined;
}
