import { rules } from '../rule.ts';

/** Papers in which a judge decides or directs something. */
export const orderRules = rules('order')`
  (proposed|unsigned) [scheduling|protective|consent|pretrial|stipulated] order … (signed|so ordered|granted
    |entered) → PROPOSED ORDER re discovery, so ordered
  filed [a|an|the] (memorandum|opinion) → FILED MEMORANDUM (A. B., C. D.) AFFIRMED
  (order|orders|ordered|decision|mandate|injunction|per curiam|related case order|notice and order
    |letters rogatory issued|jury instructions|cja appointment|bankruptcy case closed and|ruling|rulings|granting
    |denying|allowing|approving|overruling|sustaining|adopting|remedial plan signed|parenting plan signed
    |initial case instructions|stipulation endorse*|claim construction memorandum) → ORDER granting 12 Motion to Dismiss
  response by [the] court → Response By Court to Notice of Deficiencies
  received (order|opinion|judgment|mandate) (of|from) → RECEIVED ORDER from the Supreme Court: the motion is denied
  [civil] case management plan and [scheduling] order → CIVIL CASE MANAGEMENT PLAN AND SCHEDULING ORDER
  [special] admission* form approved → Special Admissions Form Approved
  [clerk*] (taxation of costs|costs taxed) → Clerk's Taxation of Costs
  (case|action|matter|proceeding*) [is|are] [hereby] stayed (pending|until|for) → CASE STAYED pending appeal
  (shall|must|ordered to|directed to) show cause → Plaintiff shall show cause why this action should not be dismissed
  so ordered → SO ORDERED
  [#] (affirmed|reversed|granted|denied) → 45, 46 GRANTED; 47 DENIED
  (text|oral|minute|endorsed|electronic|docket|bench|sealed|virtual|paperless) [only] order → TEXT ORDER
  stipulat* [and] [protective|consent|confidentiality|scheduling|interim|final|agreed] order → STIPULATION AND ORDER
  [opinion|memorandum] [and|&] opinion → MEMORANDUM OPINION
  memorandum (opinion|order|decision|disposition|ruling|to (counsel|the parties)) → MEMORANDUM TO COUNSEL
  [memorandum] (memorandum|order|opinion|decision|ruling) (and|&) (order|judgment|opinion|decision|ruling)
    → Memorandum and Order
  [deputy] clerk* order → Filed clerk order (Deputy Clerk: AB)
  findings of fact (and|&) conclusions of law → FINDINGS OF FACT and CONCLUSIONS OF LAW by the court
  (application|petition|request|motion|stipulation|letter) (order|so ordered|granted|allowed|approved) → Motion granted
  (application|request|motion|stipulation) (and|with|w/) [proposed] order … (granted|signed|so ordered)
    → Application with Proposed Order granted
  [notice of document] discrepanc* … (granting|denying|order|accept*|reject*) → Discrepancies - Granting
  ((memo|letter|margin*) endorse*|endorsed (letter|stipulation|order|memo*)|margin* (order|entry)) → MEMO ENDORSED
  (usca|appeal*|court of appeals|circuit|supreme court) [#] (mandate|order|opinion|judgment|decision|ruling|memorandum
    |remand*|dispos*) → USCA Mandate
  [received] (copy of|certified copy of|true copy of) [the] … (mandate|order|opinion) → copy of District Court order
  judgment (of|from) [the] (usca|us court of appeals|court of appeals|supreme court) → Judgment from USCA - 8th Circuit
  certified [true] copy of → CERTIFIED TRUE COPY OF MDL TRANSFER IN ORDER
  (scheduling|protective|pretrial|case management|standing|procedural|discovery|trial|pretrial scheduling|final pretrial
    |initial|briefing|confidentiality|mediation|docket control|consent|agreed|interim|final|default|amended
    |reassignment|[no] (bond|bail)
    |[status|pretrial|pre-trial|scheduling|settlement|case management|final pretrial] conference) order → Pretrial Order
  (discharge of debtor|discharge of joint debtor|chapter # discharge|order of discharge|order discharging)
    → DISCHARGE OF DEBTOR
  (cja # [-] appointment|appointment of (counsel|attorney|[federal] public defender)) → CJA 20 - Appointment
  court* … instructions → Court's Supplemental Instructions to the Jury
  (the estate|the case|the trustee|it appearing) … having been … administered → The estate having been administered
`;

export const judgmentRules = [
  ...rules('judgment')`
    [final|default|consent|clerk*|amended|partial|stipulated|agreed|summary|declaratory|civil|deficiency|corrected
      |entry of] judgment → FINAL JUDGMENT in favor of the plaintiff
    [amended] (order|opinion|decision) and [final|default|consent|amended|partial] judgment → ORDER AND FINAL JUDGMENT
    [final|consent] [consent] decree → CONSENT DECREE entered
    ([clerk*] (entry|certificate) of default|(clerk*|order of) default|default entered) → Clerk's Certificate of Default
    (satisfaction|bill) of judgment issued → Satisfaction of Judgment Issued
  `,
  ...rules('report')`
    [order and|final|amended|supplemental] (report*|findings|finding of fact|memorandum) (and|&) recommend*
      → ORDER AND REPORT AND RECOMMENDATION
    (magistrate* [judge*]|special master*) (report|recommendation|findings) → SPECIAL MASTER'S REPORT No. 4
    (report|recommendation) of [the] (special master|magistrate judge) → REPORT of the Special Master
    [proposed] findings … and recommendation* → Proposed Findings and Recommendation
    recommendation (that|to|re) → RECOMMENDATION that the motion be denied
  `,
  ...rules('verdict')`[sealed|redacted|special] [jury] verdict [form] → JURY VERDICT as to the defendant`,
];

export const feeAndAppealRules = [
  ...rules('fee')`
    (auto-docket|automatic docket|auto docket) of → Auto-Docket of Credit Card
    (receipt*|zero clerk* fees|payment|installment payment|fee payment|fees paid) → Receipt of filing fee
    [filing|appeal|docket*|usca|civil|admission] fee* [paid|received|due|payment|not paid] → Filing Fee Received
    [appearance|surety|supersedeas|cash|unsecured|cost] bond → BOND posted
    (deposit|registry) (of|funds) → DEPOSIT of funds
  `,
  ...rules('appeal')`
    (certificate|certification) (regarding|re|of) [service of] notice of appeal → Certificate regarding Notice of Appeal
    [designated] clerk* record … sent to (usca|circuit|court of appeals|district court) → Clerk's Record sent to USCA
    [appeal] record [on appeal] (transmitted|sent|certified|forwarded|returned) → Record on Appeal Transmitted to USCA
    (notification of appeal|miscellaneous case docketed|statement of issues on appeal|certiorari|bankruptcy transmittal
      |certificate of appealability|certificate of record) → NOTIFICATION OF APPEAL by Clerk to USCA
    notice of docketing [notice of] appeal → NOTICE of Docketing Notice of Appeal from USCA
    district court (judgment|order|docket|opinion|decision) … received → DISTRICT COURT JUDGMENT RECEIVED
    (notice|designation) … appeal → NOTICE of cross appeal
    [preliminary|certified] (transmi*|transmittal) (of|to) … [appeal|record|usca] → Transmission of Notice of Appeal
    [civil|misc*|criminal|agency] [case] appeal* [docketed|- miscellaneous|remark|record] → Appeal - Miscellaneous
    petition for (permission to appeal|leave to appeal|certiorari|writ of certiorari) → Petition for leave to appeal
    (certificate|certification|designation) of … record → DESIGNATION of Record on Appeal
    [appellant|appellee] designation → Appellee Designation of Additional Items
    (usca|circuit|court of appeals) (acknowledg*|notice|letter|record) → USCA Acknowledgment of appeal
    (acknowledg*|receipt) … (notice of appeal|usca) → ACKNOWLEDGMENT of Receipt from USCA
    (docketing|mediation) (statement|questionnaire) → DOCKETING STATEMENT filed
    letter … (usca|court of appeals) → LETTER from the Court of Appeals
    [record] (certified|complete) for appeal → Record Complete for Appeal
  `,
];

/** Acts of the clerk's office: opening, assigning, mailing, correcting, setting dates on the docket. */
export const clerkRules = rules('clerk')`
  (receipt exhibit*|attorney update in case|rule # notice|note to attorney|certified mail receipt # received
    |motion* no longer referred|motion* terminated|added|case manager|case as to|jurisdiction transferred
    |court* correspondence|transmittal letter|new party|case stayed|closed|terminate*) → Receipt (Exhibit)
  notice for (desig|designation) → Notice for Desig of Local Counsel
  (record (received|retained|requested)|(exhibit|exhibits) receipt) → RECORD RECEIVED from the attorney: one disc
  (notice to receiving district|notice of general guidelines|notice this case is being considered
    |notice of docket* error) → NOTICE to Receiving District of criminal case transfer
  cases originating (from|in) → CASES ORIGINATING FROM THE SOUTHERN DISTRICT
  [no] interpreter needed → Interpreter needed as to the defendant
  notice of returned (order|document|mail|filing) → NOTICE of Returned Order
  (letter|correspondence) (by|from) [the] (chambers|court|[deputy] clerk) → Letter From Chambers to counsel
  ((interdistrict|inter-district|district|case) transfer|transfer (of case|out|in)) → Interdistrict Transfer to Texas
  letter [#] (sent|issued) → LETTER [1961747] sent to complainant
  [magistrate] judge … so designated → Magistrate Judge A. B. is so designated
  remand to [state|district|superior] court → Remand to State Court
  (paper|hard) cop* → PAPER COPIES of brief received
  [cured] defective [document|filing] → DEFECTIVE DOCUMENT, notice of appearance
  [deputy] clerk* → CLERK'S NOTICE re filing fee
  (case|civil case|adversary case|file) … (opened|assigned|reassigned|transferred|closed|terminated|unsealed|reopened
    |designated|referred|selected|remanded|docketed|closing) → Case Assigned/Reassigned
  [this] [civil] action [is] (consolidated|transferred|reassigned|assigned) → This civil action is CONSOLIDATED
  close [adversary|bankruptcy] case → Close Adversary Case
  [set|reset|set/reset|terminate] (deadline*|motion and r&r) → Set Motion and R&R Deadlines/Hearings
  (set|reset|set/reset) … (deadline*|hearing*|due date|filing deadline*|date*) → Set/Reset Deadlines/Hearings
  set (notice|ust|deficient|last) → Set Deficient Filing Deadlines
  (assign|add|added|adding) … (judge*|attorney*|part*|trustee|usps) → Add and Terminate Attorneys
  (add*|assigned|assign) (and|attorneys|party|parties|trustee|judges|usps|case) → Assign Judges in Civil Case
  [chief|district|magistrate|senior] judge … (added|assigned|reassigned|terminated|no longer|assignment) → Judge added
  [notice of] [case|judge|magistrate|initial] [judge] (assignment|reassignment|reassign*) → Notice of Case Assignment
  notice of (assignment|reassignment|allocation|magistrate|case|judge|mapn|impending|availability|docketing|deadline*)
    → NOTICE OF MAGISTRATE ASSIGNMENT
  (magistrate|consent) [judge] [consent] (form*|option) → Magistrate Consent Forms
`;

export const clerkNoticeRules = rules('clerk')`
  (order|document|exhibit*|passport|forms) (sent|returned|released|destroyed) → Exhibits returned
  notice (of|re) [unpaid|delinquent|overdue] [the] (filing|docketing|appeal|appellate) fee* → Notice of appeal fee
  (notice of right to|notice of attorney admission|court* notice|schedule notice|briefing notice|briefing letter
    |docketing notice|scheduling notice|case management track|adr referral|arbitration referral|mediation referral
    |adr program|adr packet|adr notice|pretrial procedures notice
    |pre-trial procedures notice) → Notice of Right to Consent to Disposition by a Magistrate Judge
  (referral|submission) to → Referral to Magistrate Judge
  notice to (parties|counsel|filer|attorney|all|creditors|debtor*|pro se|document|litigant) → Notice to Counsel
  notice (re|regarding|of) … (deficien*|electronic filing error|non-compliance|corrected|correction|qc|incomplete
    |missing|defective|requirement*) → Notice of Deficiency
  notice of (deficien*|corrected|correction|qc|error|incomplete|missing|defective|requirement|deficiency|non-compliance
    |determination|noncompliance|delinquen*|filing fee|fee|chapter # bankruptcy case|commencement|bar date)
    → Notice of Corrected Docket Entry
  [court*] notice (of|by the) court → Notice by the Court
  notice of (intent|possible) [to] (dismiss|close|dividend*) → Notice of Possible Dividends
  notice (re|regarding) (mandatory|deficient|pro hac vice|electronic|magistrate|case|consent|adr) → Notice re ADR
  (deficien*|deficient) [filing|notice|memo|pleading] → Deficiency Notice to Debtor
  bnc … (certificate|notice|form) → BNC Certificate of Service
  (received|certificate of mailing by|court certificate of|docketed cause|certificate of appointment|usca case number
    |mandate recalled|case designation|case designated|rule designation|rule designated|no presumption of
    |the debtor* is|in accordance with|correcting|corrective|correction|remark|remarks|annotation|qc|quality control
    |error|docketing error|statement of abuse|ust statement|the united states trustee) → RECEIVED: Letter
  (utility|docket|case) (- miscellan*|miscellan*|annotation|correction|remark|note) → Docket Annotation
  [correct*|corrective] (entry|docket entry) → CORRECTING ENTRY: wrong event selected
  ([document] mailed|(mail|mailing) (returned|to|sent)) → Document Mailed
  (placed in [the] file|[sealed] document placed in vault) → SEALED DOCUMENT placed in vault
  (motion|motions|case|matter) (referred|submitted|taken|reassigned) [to] → Motion Referred to Clerk
  [new] (caption|attorney|party|parties|address|respondent|petitioner|appellant|appellee) … (amended|updated|terminated
    |added|corrected|substituted) → CAPTION, reflecting the respondent, AMENDED
  supreme court (case|notice|of) → Supreme Court Case Info
  notification [setting] → NOTIFICATION: setting acknowledgement deadline
  (request|notice) to discontinue → Request to Discontinue e:Mail Notification
  ((jury|juror) (list|record|selection list)|(previous|prior) dismissal) → Juror List
  (certified|certificate) [copy] … (sent|transmitted) to → Certified copy sent to the district court
  notice of [requirement to|debtor*] [complete|file] … (course|financial management) → Notice of Debtor's Course
  [notice of] claims register → Claims register
  (passport|photo id) (notice|receipt) → Passport Notice
`;
