import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';
import { firstMatch, indexRules } from '../matches.ts';
import type { Rule } from '../rule.ts';
import { argumentRules } from './arguments.ts';
import { clerkNoticeRules, clerkRules } from './clerk.ts';
import { hearingRules } from './hearings.ts';
import { noticeAndOtherRules } from './noticesAndOther.ts';
import { feeAndAppealRules, judgmentRules, orderRules } from './orders.ts';
import { corrected } from './overrules.ts';
import { discoveryRules, paperRules } from './papers.ts';
import { appearanceRules, disclosureRules, pleadingRules, serviceRules } from './pleadings.ts';

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

const nothingRecognised = { sense: 'other', name: 'other: nothing recognised' } as const;

export function readType(parts: EntryParts): TypeRead {
  const title = wholeTitles[parts.head];
  if (title) return { type: title, rule: `${title}: the whole title` };
  const { sense, name } = firstMatch(parts.head, index)?.rule ?? nothingRecognised;
  return corrected(sense, parts) ?? { type: sense, rule: name };
}
