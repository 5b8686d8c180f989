import { rules } from '../rule.ts';

/** What ends a case or a part of it: judgments, what a magistrate judge or master recommends, what a jury finds. */
export const judgmentRules = [
  ...rules('judgment', [
    ['[clerk*] certificate of default', "Clerk's Certificate of Default"],
    [
      '[final|default|consent|clerk*|amended|partial|stipulated|agreed|summary|declaratory|civil|deficiency' +
        '|corrected|entry of] judgment',
      'FINAL JUDGMENT in favor of the plaintiff',
    ],
    [
      '[amended] (order|opinion|decision) and [final|default|consent|amended|partial] judgment',
      'AMENDED ORDER AND FINAL JUDGMENT',
    ],
    ['[final|consent] [consent] decree', 'CONSENT DECREE entered'],
    ['clerk* entry of default', "Clerk's Entry of Default"],
    ['(entry of default|default entered)', 'ENTRY OF DEFAULT as to the defendant'],
    ['(satisfaction|bill) of judgment issued', 'Satisfaction of Judgment Issued'],
    ['clerk* default', "CLERK'S DEFAULT entered against the defendant"],
    ['order of default', 'Order of Default'],
  ]),
  ...rules('report', [
    ['report* (and|&) recommendation*', 'Final Report and Recommendation'],
    ['report and recommended', 'REPORT AND RECOMMENDED decision'],
    ['(findings|finding of fact) (and|&) recommendation*', 'FINDINGS AND RECOMMENDATIONS that the case be dismissed'],
    ['magistrate* [judge*] (report|recommendation|findings)', "Magistrate Judge's Report"],
    ['memorandum (and|&) recommendation*', 'Memorandum and Recommendation'],
    ['order and report* and recommendation*', 'ORDER AND REPORT AND RECOMMENDATION'],
    ['[final|amended|supplemental] report* and recommendation*', 'Supplemental Report and Recommendations'],
    ['special master* (report|recommendation|findings)', "SPECIAL MASTER'S REPORT No. 4"],
    ['(report|recommendation) of [the] (special master|magistrate judge)', 'REPORT of the Special Master'],
    ['[proposed] findings … and recommendation*', 'Proposed Findings and Recommendation'],
    ['recommendation (that|to|re)', 'RECOMMENDATION that the motion be denied'],
  ]),
  ...rules('verdict', [['[sealed|redacted|special] [jury] verdict [form]', 'JURY VERDICT as to the defendant']]),
];

/** Money paid into court, and appeals on their way between courts. */
export const feeAndAppealRules = [
  ...rules('fee', [
    ['(auto|automatic|auto-docket) [docket] of (credit card|filing fee|receipt)', 'Automatic docket of credit card'],
    ['(auto-docket|automatic docket|auto docket) of', 'Auto-Docket of Credit Card'],
    ['receipt*', 'Receipt of filing fee'],
    ['[filing|appeal|docket*|usca|civil|admission] fee* [paid|received|due|payment|not paid]', 'Filing Fee Received'],
    ['(payment|installment payment|fee payment|fees paid)', 'Payment of filing fee'],
    ['zero clerk* fees', "Zero Clerk's Fees Due"],
    ['[appearance|surety|supersedeas|cash|unsecured|cost] bond', 'BOND posted'],
    ['(deposit|registry) (of|funds)', 'DEPOSIT of funds'],
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
    ['letter … (usca|court of appeals)', 'LETTER from the Court of Appeals'],
    ['certiorari', 'CERTIORARI petition filed'],
    ['[record] (certified|complete) for appeal', 'Record Complete for Appeal'],
    ['certificate of (record|appealability)', 'Certificate of Record'],
  ]),
];
