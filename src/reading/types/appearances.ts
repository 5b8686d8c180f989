import { rules } from '../rule.ts';

/** Attorneys who come, go, or move. */
export const appearanceRules = rules('appearance', [
  ['notice of new (address|firm)', 'Notice of New Address'],
  ['notice of firm (name|address) change', 'Notice of Firm Name Change'],
  ['consent to change [of] (attorney*|counsel)', 'Consent to Change Attorney'],
  ['attorney admission', 'Attorney Admission Pro Hac Vice'],
  ['[creditor] request for [special|courtesy] (notice|notices)', 'Request for Special Notice'],
  [
    '[acknowledgment and|acknowledgement and] [notice of|entry of|attorney] appearance*',
    'ATTORNEY Appearance for Plaintiff',
  ],
  ['[amended] notice of [attorney|special|limited|entry of] appearance', 'Notice of Attorney Appearance - USA'],
  ['notice (regarding|re|of) [entry of] [attorney] appearance', 'Notice of Entry of Appearance'],
  ['notice of … and appearance by', 'NOTICE of A. B., Esq. and Appearance by C. D.'],
  ['appearance (of|by|for|filed|form)', 'APPEARANCE of Counsel Form'],
  ['entry of [attorney] appearance', 'Entry of Attorney Appearance - USA'],
  [
    'notice of [attorney] (designation|substitution|association) [of] [attorney|appearance|counsel|address|firm|co-counsel]',
    'Notice of Substitution of Counsel',
  ],
  [
    'notice of … withdrawal (of|as|from) [the|representation] (appearance|counsel|attorney*|co-counsel|representation)',
    'NOTICE of Withdrawal of Attorney',
  ],
  ['[notice of|consent to] (substitution|withdrawal) of (counsel|attorney|appearance)', 'Substitution of Counsel'],
  ['notice of [attorney] change (of|in) [attorney|business] [address|contact|firm]', 'NOTICE of Change of Address'],
  [
    'notice of … (change of address|address change|change of firm|lead attorney|lead counsel|attorney designation|substitute counsel)',
    'Notice of Address Change of Attorney',
  ],
  ['change of (address|attorney|counsel)', 'Change of Address'],
  ['change in (counsel|attorney)', 'Change in Counsel'],
  ['designation of (counsel|attorney|local counsel|lead counsel)', 'DESIGNATION of Local Counsel'],
  ['[notice of] (lead attorney|association of counsel)', 'Notice of Association of Counsel'],
  ['notice of attorney', 'NOTICE OF ATTORNEY designation'],
  ['(notice|acknowledgment) of [arguing] counsel [for oral argument]', 'NOTICE of counsel for oral argument'],
  ['argument acknowledgment', 'Argument acknowledgment filed by the attorney'],
  ['(leave|notice) of absence', 'Leave of Absence'],
  ['notice of unavailability', 'NOTICE of Unavailability of Counsel'],
  ['notice … pro hac vice', 'NOTICE of Pro Hac Vice Appearance'],
  ['attorney (update|appearance|substitution)', 'Attorney update'],
  ['(acknowledg*|designation) of [arguing] counsel', 'DESIGNATION of arguing counsel'],
  ['[special] admission form', 'Special Admission Form'],
  ['notice to (discontinue|substitute)', 'NOTICE to substitute attorney'],
]);
