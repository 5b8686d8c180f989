import { argumentRules } from './arguments.ts';
import { clerkAndOtherRules } from './clerkAndOther.ts';
import { decidedRules } from './decided.ts';
import { discoveryAndServiceRules } from './discoveryAndService.ts';
import { hearingRules } from './hearings.ts';
import { clerksOwn, overrule } from './overrules.ts';
import { paperRules } from './papers.ts';
import { pleadingRules } from './pleadings.ts';
import type { EntryType } from '../entryReading.ts';
import type { EntryParts } from '../entryParts.ts';
import { firstMatch, type Rule } from '../rule.ts';

/** Every rule of a type; of two that are alike to the letter, the one listed earlier decides. */
export const typeRules: readonly Rule<EntryType>[] = [
  ...decidedRules,
  ...hearingRules,
  ...pleadingRules,
  ...argumentRules,
  ...paperRules,
  ...discoveryAndServiceRules,
  ...clerkAndOtherRules,
];

export interface TypeRead {
  readonly type: EntryType;
  readonly rule: string;
  /** Where the name of the filing ends in the head: what it is about begins there. */
  readonly nameEnd: number;
}

export function readType(parts: EntryParts): TypeRead {
  const match = firstMatch(parts.head, typeRules);
  if (!match) return { type: 'other', rule: 'other: nothing recognised', nameEnd: 0 };
  const overruled = overrule(match.rule.sense, parts);
  if (overruled) return { type: 'order', rule: overruled, nameEnd: match.end };
  if (clerksOwn(match.rule.sense, parts)) return { type: 'clerk', rule: 'clerk: a notice signed by the clerk', nameEnd: match.end };
  return { type: match.rule.sense, rule: match.rule.name, nameEnd: match.end };
}
