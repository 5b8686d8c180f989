import { rules } from '../rule.ts';

/** Money paid into court, and appeals on their way between courts. */
export const feeAndAppealRules = [
  ...rules('fee', [
    ['(auto|automatic|auto-docket) [docket] of (credit card|filing fee|receipt)', 'Automatic docket of credit card'],
    ['(auto-docket|automatic docket|auto docket) of', 'Auto-Docket of Credit Card'],
    ['receipt*', 'Receipt of filing fee'],
    ['[filing|appeal|docket*|usca|civil|admission] fee* [paid|received|due|payment|not paid]', 'Filing Fee Received'],
    ['(payment|installment payment|fee payment|fees paid)', 'Payment of filing fee'],
    ['(installment|partial) (payment|filing fee)', 'Installment Payment'],
    ['zero clerk* fees', "Zero Clerk's Fees Due"],
    ['[appearance|surety|supersedeas|cash|unsecured|cost] bond', 'BOND posted'],
    ['bond (filed|posted|entered|as to|in the)', 'Bond filed'],
    ['(deposit|registry) (of|funds)', 'DEPOSIT of funds'],
    ['usca appeal fees', 'USCA Appeal Fees received'],
    ['deposit funds', 'Deposit Funds'],
  ]),
  ...rules('appeal', [
    [
      '(certificate|certification) (regarding|re|of) [service of] notice of appeal',
      'Certificate regarding Notice of Appeal',
    ],
    [
      '[designated] clerk* record … sent to (usca|circuit|court of appeals|district court)',
      "DESIGNATED CLERK'S RECORD with certified docket sheet sent to USCA",
    ],
    ['record on appeal (transmitted|sent|certified|forwarded|returned)', 'Record on Appeal Transmitted to USCA'],
    ['notification of appeal', 'NOTIFICATION OF APPEAL by Clerk to USCA'],
    ['notice of docketing [notice of] appeal', 'NOTICE of Docketing Notice of Appeal from USCA'],
    [
      'district court (judgment|order|docket|opinion|decision) … received',
      'DISTRICT COURT JUDGMENT, dated 09/19/2026, RECEIVED',
    ],
    [
      '[amended|cross|joint] notice of [cross|interlocutory|civil|criminal|bankruptcy|amended] appeal',
      'Notice of Appeal - Final Judgment',
    ],
    ['notice of interlocutory appeal', 'Notice of Interlocutory Appeal'],
    ['(notice|designation) … appeal', 'NOTICE of cross appeal'],
    [
      '[preliminary|certified] (transmi*|transmittal) (of|to) … [appeal|record|usca]',
      'Transmission of Notice of Appeal to 4CCA',
    ],
    ['bankruptcy transmittal', 'Bankruptcy Transmittal of Designated Record to District Court'],
    ['[civil|misc*|criminal|agency] [case] appeal* [docketed|- miscellaneous|remark|record]', 'Appeal - Miscellaneous'],
    [
      'petition for (permission to appeal|leave to appeal|certiorari|writ of certiorari)',
      'PETITION for permission to appeal',
    ],
    ['miscellaneous case docketed', 'MISCELLANEOUS CASE DOCKETED. Petition for permission to appeal'],
    ['(record|appeal record) (sent|transmitted|certified|returned) [to]', 'Appeal Record Sent to USCA'],
    ['(certificate|certification|designation) of … record', 'DESIGNATION of Record on Appeal'],
    ['[appellant|appellee] designation', 'Appellee Designation of Additional Items'],
    ['statement of issues on appeal', 'Statement of Issues on Appeal'],
    ['(usca|circuit|court of appeals) (acknowledg*|notice|letter|record)', 'USCA Acknowledgment of appeal'],
    ['(acknowledg*|receipt) … (notice of appeal|usca)', 'ACKNOWLEDGMENT of Receipt from USCA'],
    ['(docketing|mediation) (statement|questionnaire)', 'DOCKETING STATEMENT filed'],
    ['(civil|criminal) appeals docketing', 'CIVIL APPEALS DOCKETING Statement'],
    ['letter … (usca|court of appeals)', 'LETTER from the Court of Appeals'],
    ['appeal information sheet', 'Appeal Information Sheet'],
    ['certiorari', 'CERTIORARI petition filed'],
    ['[record] (certified|complete) for appeal', 'Record Complete for Appeal'],
    ['certificate of (record|appealability)', 'Certificate of Record'],
  ]),
];
