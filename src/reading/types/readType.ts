import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';
import { firstMatch, indexRules } from '../matches.ts';
import type { Rule } from '../rule.ts';
import { appearanceRules, disclosureRules } from './appearances.ts';
import { argumentRules } from './arguments.ts';
import { clerkNoticeRules, clerkRules } from './clerk.ts';
import { hearingRules } from './hearings.ts';
import { feeAndAppealRules, judgmentRules } from './judgments.ts';
import { noticeAndOtherRules } from './noticesAndOther.ts';
import { orderRules } from './orders.ts';
import { asksInLetter, clerksOwn, joins, overrule, partysOwn, servesDiscovery, setsHearing } from './overrules.ts';
import { discoveryRules, paperRules } from './papers.ts';
import { pleadingRules, serviceRules } from './pleadings.ts';

/** Every rule of a type; of two rules with the same phrase, the one listed earlier decides. */
export const typeRules: readonly Rule<EntryType>[] = [
  ...orderRules,
  ...judgmentRules,
  ...hearingRules,
  ...pleadingRules,
  ...argumentRules,
  ...paperRules,
  ...discoveryRules,
  ...serviceRules,
  ...appearanceRules,
  ...disclosureRules,
  ...clerkRules,
  ...clerkNoticeRules,
  ...feeAndAppealRules,
  ...noticeAndOtherRules,
];

const index = indexRules(typeRules);

export interface TypeRead {
  readonly type: EntryType;
  readonly rule: string;
}

// "Information" is a pleading where it is the whole title, and a common word elsewhere.
const wholeTitles: Readonly<Record<string, EntryType>> = { information: 'complaint', 'joint submission': 'other' };

export function readType(parts: EntryParts): TypeRead {
  const title = wholeTitles[parts.head];
  if (title) return { type: title, rule: `${title}: the whole title` };
  const match = firstMatch(parts.head, index);
  if (!match) {
    const signed = overrule('other', parts);
    if (signed) return { type: 'order', rule: signed };
    return { type: 'other', rule: 'other: nothing recognised' };
  }
  const overruled = overrule(match.rule.sense, parts);
  if (overruled) return { type: 'order', rule: overruled };
  if (servesDiscovery(match.rule.sense, parts))
    return { type: 'discovery', rule: 'discovery: a certificate that it was served' };
  if (asksInLetter(match.rule.sense, parts)) return { type: 'motion', rule: 'motion: a letter that asks' };
  if (joins(match.rule.sense, parts)) return { type: 'response', rule: 'response: a notice of joinder' };
  if (setsHearing(match.rule.sense, parts)) return { type: 'hearing', rule: 'hearing: a notice that sets one' };
  if (partysOwn(match.rule.sense, parts)) return { type: 'notice', rule: 'notice: a notice that names who filed it' };
  if (clerksOwn(match.rule.sense, parts)) return { type: 'clerk', rule: 'clerk: a notice signed by the clerk' };
  return { type: match.rule.sense, rule: match.rule.name };
}
