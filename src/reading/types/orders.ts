import { rules } from '../rule.ts';

/** What a judge decides or directs; a decision beats whatever else an entry may be. */
export const orderRules = rules('order', [
  ['filed [a|an|the] (memorandum|opinion)', 'FILED MEMORANDUM (A. B., C. D.) AFFIRMED'],
  ['injunction', 'Injunction'],
  ['response by [the] court', 'Response By Court to Notice of Deficiencies'],
  [
    'received (order|opinion|judgment|mandate) (of|from)',
    'RECEIVED ORDER from the Supreme Court: the motion is denied',
  ],
  ['[initial] case management conference order', 'Initial Case Management Conference Order'],
  [
    '(status|pretrial|pre-trial|scheduling|settlement|case management|final pretrial) conference order',
    'Chapter 11 Status Conference Order',
  ],
  ['stipulat* (interim|final|agreed) order', 'Stipulated Interim ORDER between the debtor and the bank'],
  ['[civil] case management plan and [scheduling] order', 'CIVIL CASE MANAGEMENT PLAN AND SCHEDULING ORDER'],
  ['reassignment order', 'Reassignment Order - Referral Capacity'],
  ['[special] admission* form approved', 'Special Admissions Form Approved'],
  ['related case order', 'RELATED CASE ORDER AND NOTICE'],
  ['stipulat* [protective|consent|confidentiality|scheduling] order', 'Stipulated Protective Order'],
  ['claim construction (order|opinion|memorandum|ruling)', 'Claim Construction Order'],
  ['[clerk*] (taxation of costs|costs taxed)', "Clerk's Taxation of Costs"],
  ['order', 'ORDER granting 12 Motion to Dismiss'],
  ['orders', 'ORDERS of the court'],
  ['ordered', 'ORDERED that the hearing is reset'],
  ['so ordered', 'SO ORDERED'],
  [
    '(text|oral|minute|endorsed|electronic|docket|bench|sealed|virtual|paperless) [only] order',
    'TEXT ORDER finding as moot 7 Motion',
  ],
  ['stipulat* [and] [consent] order', 'STIPULATION AND ORDER for discovery'],
  ['[opinion|memorandum] [and] opinion', 'MEMORANDUM OPINION'],
  ['memorandum (opinion|order|decision|disposition|ruling)', 'Memorandum Decision'],
  ['memorandum [opinion] (and|&) (order|decision|ruling)', 'Memorandum and Order'],
  ['memorandum to (counsel|the parties)', 'MEMORANDUM TO COUNSEL'],
  ['(order|opinion|decision|ruling) (and|&) (order|judgment|opinion|decision)', 'Opinion and Order'],
  ['decision', 'Decision of the court'],
  ['[deputy] clerk* order', 'Filed clerk order (Deputy Clerk: AB)'],
  ['(ruling|rulings)', 'RULING on objections'],
  ['findings of fact (and|&) conclusions of law', 'FINDINGS OF FACT and CONCLUSIONS OF LAW by the court'],
  [
    '(proposed|unsigned) [scheduling|protective|consent|pretrial|stipulated] order … (signed|so ordered|granted' +
      '|entered)',
    'PROPOSED ORDER re discovery, so ordered',
  ],
  [
    '(application|petition|request|motion|stipulation|letter) (order|so ordered|granted|allowed|approved)',
    'Application/Order for refund',
  ],
  [
    '(application|request|motion|stipulation) (and|with|w/) [proposed] order … (granted|signed|so ordered)',
    'Application with Proposed Order granted',
  ],
  [
    '[notice of document] discrepanc* … (granting|denying|order|accept*|reject*)',
    'Notice of Document Discrepancies - Granting',
  ],
  ['(memo|memorandum) endorsement', 'MEMO ENDORSEMENT on letter'],
  ['(memo|letter) endorse*', 'MEMO ENDORSED letter'],
  ['endorsed (letter|stipulation|order|memo*)', 'ENDORSED LETTER addressed to the judge'],
  ['(letter|memo*|stipulation) (endorse*|so ordered)', 'LETTER ENDORSED by the judge'],
  ['margin* (order|entry|endorse*)', 'MARGINAL ENTRY ORDER granting motion'],
  ['mandate', 'MANDATE of USCA as to notice of appeal'],
  [
    '(usca|appeal*|court of appeals|circuit|supreme court) [#] (mandate|order|opinion|judgment|decision|ruling' +
      '|memorandum|remand*|dispos*)',
    'USCA Mandate',
  ],
  [
    '[received] (copy of|certified copy of|true copy of) [the] … (mandate|order|opinion)',
    'Received copy of District Court order',
  ],
  [
    'judgment (of|from) [the] (usca|us court of appeals|court of appeals|supreme court)',
    'Judgment from USCA - 8th Circuit',
  ],
  ['certified [true] copy of', 'CERTIFIED TRUE COPY OF MDL TRANSFER IN ORDER'],
  [
    '(scheduling|protective|pretrial|case management|standing|procedural|discovery|trial|pretrial scheduling' +
      '|final pretrial|initial|briefing|confidentiality|mediation|docket control|consent|agreed|interim|final' +
      '|default|amended) order',
    'Pretrial Scheduling Order',
  ],
  ['(granting|denying|allowing|approving|overruling|sustaining|adopting)', 'Granting Motion to Continue'],
  [
    '(discharge of debtor|discharge of joint debtor|chapter # discharge|order of discharge|order discharging)',
    'DISCHARGE OF DEBTOR',
  ],
  ['discharge of debtor*', 'Discharge of Debtor(s)'],
  ['[no] (bond|bail) order', 'Bond Order'],
  ['appointment of (counsel|attorney|public defender|federal public defender)', 'Appointment of Counsel'],
  ['cja # [-] appointment', 'CJA 20 - Appointment'],
  ['cja appointment', 'CJA Appointment'],
  ['(remedial|parenting) plan signed', 'REMEDIAL PLAN Signed by the judge'],
  ['(initial|civil|pretrial|scheduling|standing) case [management] (order|instructions)', 'INITIAL CASE ORDER'],
  ['letters rogatory issued', 'Letters Rogatory Issued'],
  ['notice and order', 'Notice and Order setting hearing'],
  ['court* … instructions', "Court's Supplemental Instructions to the Jury"],
  ['jury instructions', 'Jury Instructions'],
  ['bankruptcy case closed and', 'Bankruptcy Case Closed and trustee discharged'],
  [
    '(the estate|the case|the trustee|it appearing) … having been … administered',
    'The estate having been fully administered, the case is closed',
  ],
]);
