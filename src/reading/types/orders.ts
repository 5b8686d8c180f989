import { rules } from '../rule.ts';

/** What a judge decides or directs; a decision beats whatever else an entry may be. */
export const orderRules = rules('order')`
  filed [a|an|the] (memorandum|opinion) → FILED MEMORANDUM (A. B., C. D.) AFFIRMED
  injunction → Injunction
  response by [the] court → Response By Court to Notice of Deficiencies
  received (order|opinion|judgment|mandate) (of|from) → RECEIVED ORDER from the Supreme Court: the motion is denied
  [initial] case management conference order → Initial Case Management Conference Order
  (status|pretrial|pre-trial|scheduling|settlement|case management|final pretrial) conference order
    → Chapter 11 Status Conference Order
  stipulat* (interim|final|agreed) order → Stipulated Interim ORDER between the debtor and the bank
  [civil] case management plan and [scheduling] order → CIVIL CASE MANAGEMENT PLAN AND SCHEDULING ORDER
  reassignment order → Reassignment Order - Referral Capacity
  [special] admission* form approved → Special Admissions Form Approved
  related case order → RELATED CASE ORDER AND NOTICE
  stipulat* [protective|consent|confidentiality|scheduling] order → Stipulated Protective Order
  claim construction (order|opinion|memorandum|ruling) → Claim Construction Order
  [clerk*] (taxation of costs|costs taxed) → Clerk's Taxation of Costs
  order → ORDER granting 12 Motion to Dismiss
  orders → ORDERS of the court
  (case|action|matter|proceeding*) [is|are] [hereby] stayed (pending|until|for)
    → CASE STAYED pending inter partes review
  ordered → ORDERED that the hearing is reset
  so ordered → SO ORDERED
  (text|oral|minute|endorsed|electronic|docket|bench|sealed|virtual|paperless) [only] order
    → TEXT ORDER finding as moot 7 Motion
  stipulat* [and] [consent] order → STIPULATION AND ORDER for discovery
  [opinion|memorandum] [and] opinion → MEMORANDUM OPINION
  memorandum (opinion|order|decision|disposition|ruling) → Memorandum Decision
  memorandum [opinion] (and|&) (order|decision|ruling) → Memorandum and Order
  memorandum to (counsel|the parties) → MEMORANDUM TO COUNSEL
  (order|opinion|decision|ruling) (and|&) (order|judgment|opinion|decision) → Opinion and Order
  decision → Decision of the court
  [deputy] clerk* order → Filed clerk order (Deputy Clerk: AB)
  (ruling|rulings) → RULING on objections
  findings of fact (and|&) conclusions of law → FINDINGS OF FACT and CONCLUSIONS OF LAW by the court
  (proposed|unsigned) [scheduling|protective|consent|pretrial|stipulated] order … (signed|so ordered|granted|entered)
    → PROPOSED ORDER re discovery, so ordered
  (application|petition|request|motion|stipulation|letter) (order|so ordered|granted|allowed|approved)
    → Application/Order for refund
  (application|request|motion|stipulation) (and|with|w/) [proposed] order … (granted|signed|so ordered)
    → Application with Proposed Order granted
  [notice of document] discrepanc* … (granting|denying|order|accept*|reject*)
    → Notice of Document Discrepancies - Granting
  (memo|memorandum) endorsement → MEMO ENDORSEMENT on letter
  (memo|letter) endorse* → MEMO ENDORSED letter
  endorsed (letter|stipulation|order|memo*) → ENDORSED LETTER addressed to the judge
  (letter|memo*|stipulation) (endorse*|so ordered) → LETTER ENDORSED by the judge
  margin* (order|entry|endorse*) → MARGINAL ENTRY ORDER granting motion
  mandate → MANDATE of USCA as to notice of appeal
  (usca|appeal*|court of appeals|circuit|supreme court) [#] (mandate|order|opinion|judgment|decision|ruling|memorandum
    |remand*|dispos*) → USCA Mandate
  [received] (copy of|certified copy of|true copy of) [the] … (mandate|order|opinion)
    → Received copy of District Court order
  judgment (of|from) [the] (usca|us court of appeals|court of appeals|supreme court) → Judgment from USCA - 8th Circuit
  certified [true] copy of → CERTIFIED TRUE COPY OF MDL TRANSFER IN ORDER
  (scheduling|protective|pretrial|case management|standing|procedural|discovery|trial|pretrial scheduling|final pretrial
    |initial|briefing|confidentiality|mediation|docket control|consent|agreed|interim|final|default|amended) order
    → Pretrial Scheduling Order
  (granting|denying|allowing|approving|overruling|sustaining|adopting) → Granting Motion to Continue
  (discharge of debtor|discharge of joint debtor|chapter # discharge|order of discharge|order discharging)
    → DISCHARGE OF DEBTOR
  discharge of debtor* → Discharge of Debtor(s)
  [no] (bond|bail) order → Bond Order
  appointment of (counsel|attorney|public defender|federal public defender) → Appointment of Counsel
  cja # [-] appointment → CJA 20 - Appointment
  cja appointment → CJA Appointment
  (remedial|parenting) plan signed → REMEDIAL PLAN Signed by the judge
  (initial|civil|pretrial|scheduling|standing) case [management] (order|instructions) → INITIAL CASE ORDER
  letters rogatory issued → Letters Rogatory Issued
  notice and order → Notice and Order setting hearing
  court* … instructions → Court's Supplemental Instructions to the Jury
  jury instructions → Jury Instructions
  bankruptcy case closed and → Bankruptcy Case Closed and trustee discharged
  (the estate|the case|the trustee|it appearing) … having been … administered
    → The estate having been fully administered, the case is closed
`;

export const judgmentRules = [
  ...rules('judgment')`
    [clerk*] certificate of default → Clerk's Certificate of Default
    [final|default|consent|clerk*|amended|partial|stipulated|agreed|summary|declaratory|civil|deficiency|corrected
      |entry of] judgment → FINAL JUDGMENT in favor of the plaintiff
    [amended] (order|opinion|decision) and [final|default|consent|amended|partial] judgment
      → AMENDED ORDER AND FINAL JUDGMENT
    [final|consent] [consent] decree → CONSENT DECREE entered
    clerk* entry of default → Clerk's Entry of Default
    (entry of default|default entered) → ENTRY OF DEFAULT as to the defendant
    (satisfaction|bill) of judgment issued → Satisfaction of Judgment Issued
    clerk* default → CLERK'S DEFAULT entered against the defendant
    order of default → Order of Default
  `,
  ...rules('report')`
    report* (and|&) recommendation* → Final Report and Recommendation
    report and recommended → REPORT AND RECOMMENDED decision
    (findings|finding of fact) (and|&) recommendation* → FINDINGS AND RECOMMENDATIONS that the case be dismissed
    magistrate* [judge*] (report|recommendation|findings) → Magistrate Judge's Report
    memorandum (and|&) recommendation* → Memorandum and Recommendation
    order and report* and recommendation* → ORDER AND REPORT AND RECOMMENDATION
    [final|amended|supplemental] report* and recommendation* → Supplemental Report and Recommendations
    special master* (report|recommendation|findings) → SPECIAL MASTER'S REPORT No. 4
    (report|recommendation) of [the] (special master|magistrate judge) → REPORT of the Special Master
    [proposed] findings … and recommendation* → Proposed Findings and Recommendation
    recommendation (that|to|re) → RECOMMENDATION that the motion be denied
  `,
  ...rules('verdict')`[sealed|redacted|special] [jury] verdict [form] → JURY VERDICT as to the defendant`,
];

export const feeAndAppealRules = [
  ...rules('fee')`
    (auto|automatic|auto-docket) [docket] of (credit card|filing fee|receipt) → Automatic docket of credit card
    (auto-docket|automatic docket|auto docket) of → Auto-Docket of Credit Card
    receipt* → Receipt of filing fee
    [filing|appeal|docket*|usca|civil|admission] fee* [paid|received|due|payment|not paid] → Filing Fee Received
    (payment|installment payment|fee payment|fees paid) → Payment of filing fee
    zero clerk* fees → Zero Clerk's Fees Due
    [appearance|surety|supersedeas|cash|unsecured|cost] bond → BOND posted
    (deposit|registry) (of|funds) → DEPOSIT of funds
  `,
  ...rules('appeal')`
    (certificate|certification) (regarding|re|of) [service of] notice of appeal → Certificate regarding Notice of Appeal
    [designated] clerk* record … sent to (usca|circuit|court of appeals|district court)
      → DESIGNATED CLERK'S RECORD with certified docket sheet sent to USCA
    record on appeal (transmitted|sent|certified|forwarded|returned) → Record on Appeal Transmitted to USCA
    notification of appeal → NOTIFICATION OF APPEAL by Clerk to USCA
    notice of docketing [notice of] appeal → NOTICE of Docketing Notice of Appeal from USCA
    district court (judgment|order|docket|opinion|decision) … received
      → DISTRICT COURT JUDGMENT, dated 09/19/2026, RECEIVED
    (notice|designation) … appeal → NOTICE of cross appeal
    [preliminary|certified] (transmi*|transmittal) (of|to) … [appeal|record|usca]
      → Transmission of Notice of Appeal to 4CCA
    bankruptcy transmittal → Bankruptcy Transmittal of Designated Record to District Court
    [civil|misc*|criminal|agency] [case] appeal* [docketed|- miscellaneous|remark|record] → Appeal - Miscellaneous
    petition for (permission to appeal|leave to appeal|certiorari|writ of certiorari)
      → PETITION for permission to appeal
    miscellaneous case docketed → MISCELLANEOUS CASE DOCKETED. Petition for permission to appeal
    (record|appeal record) (sent|transmitted|certified|returned) [to] → Appeal Record Sent to USCA
    (certificate|certification|designation) of … record → DESIGNATION of Record on Appeal
    [appellant|appellee] designation → Appellee Designation of Additional Items
    statement of issues on appeal → Statement of Issues on Appeal
    (usca|circuit|court of appeals) (acknowledg*|notice|letter|record) → USCA Acknowledgment of appeal
    (acknowledg*|receipt) … (notice of appeal|usca) → ACKNOWLEDGMENT of Receipt from USCA
    (docketing|mediation) (statement|questionnaire) → DOCKETING STATEMENT filed
    letter … (usca|court of appeals) → LETTER from the Court of Appeals
    certiorari → CERTIORARI petition filed
    [record] (certified|complete) for appeal → Record Complete for Appeal
    certificate of (record|appealability) → Certificate of Record
  `,
];
