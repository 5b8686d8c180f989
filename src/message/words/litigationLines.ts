import type { FieldChange } from '../../diff/change.ts';
import { shortCourt, shortCourtName } from '../../records/courts.ts';
import { cleanText } from '../../words/cleanText.ts';

/** A case as a change of litigation has it: `1:26-cv-00504 Widget Co. v. Rival (W.D. Tex., open)`. */
export interface CaseLine {
  /** `1:26-cv-00504 Widget Co. v. Rival` */
  readonly name: string;
  readonly number: string;
  /** In short form. */
  readonly court: string;
  /** As the service has it; '' where it has none. */
  readonly status: string;
}

/** Whether a status says that a case is over. */
export function isEnded(status: string): boolean {
  return /^(terminat|clos|ended)/i.test(status);
}

/** The cases of one side of a change of litigation. */
export function linesOf(value: FieldChange['after']): CaseLine[] {
  return Array.isArray(value) ? value.map((one) => lineOf(cleanText(one))) : [];
}

function lineOf(text: string): CaseLine {
  const [, name = text, facts = ''] = /^(.*\S) \(([^()]*)\)$/.exec(text) ?? [];
  const comma = facts.lastIndexOf(', ');
  const alone = comma < 0 && isStatus(facts);
  const court = alone ? '' : comma < 0 ? facts : facts.slice(0, comma);
  const status = alone ? facts : comma < 0 ? '' : facts.slice(comma + 2);
  return { name, number: name.split(' ')[0] ?? '', court: shortCourtName(court) ?? shortCourt(court, court), status };
}

/** How many cases ended by this change. */
export function casesEnded({ before, after }: FieldChange): number {
  const old = linesOf(before);
  return linesOf(after).filter((line) => {
    const known = old.find((one) => one.number === line.number);
    return known !== undefined && isEnded(line.status) && !isEnded(known.status);
  }).length;
}

/** Of a case without a court only the status stands in brackets. */
function isStatus(text: string): boolean {
  return /^(open|pending|active|unknown|terminated|closed|ended|reopened|stayed)$/i.test(text);
}
