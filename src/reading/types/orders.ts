import { rules } from '../rule.ts';

/** Papers in which a judge decides or directs something. */
export const orderRules = rules('order')`
  filed [a|an|the] (memorandum|opinion) → FILED MEMORANDUM (A. B., C. D.) AFFIRMED
  injunction → Injunction
  response by [the] court → Response By Court to Notice of Deficiencies
  received (order|opinion|judgment|mandate) (of|from) → RECEIVED ORDER from the Supreme Court: the motion is denied
  [initial] case management conference order → Initial Case Management Conference Order
  (status|pretrial|pre-trial|scheduling|settlement|case management|final pretrial) conference order
    → Chapter 11 Status Conference Order
  [civil] case management plan and [scheduling] order → CIVIL CASE MANAGEMENT PLAN AND SCHEDULING ORDER
  [special] admission* form approved → Special Admissions Form Approved
  related case order → RELATED CASE ORDER AND NOTICE
  stipulat* [protective|consent|confidentiality|scheduling|interim|final|agreed] order → Stipulated Protective Order
  claim construction (order|opinion|memorandum|ruling) → Claim Construction Order
  [clerk*] (taxation of costs|costs taxed) → Clerk's Taxation of Costs
  order → ORDER granting 12 Motion to Dismiss
  orders → ORDERS of the court
  (case|action|matter|proceeding*) [is|are] [hereby] stayed (pending|until|for) → CASE STAYED pending appeal
  ordered → ORDERED that the hearing is reset
  so ordered → SO ORDERED
  (text|oral|minute|endorsed|electronic|docket|bench|sealed|virtual|paperless) [only] order → TEXT ORDER
  stipulat* [and] [consent] order → STIPULATION AND ORDER for discovery
  [opinion|memorandum] [and|&] opinion → MEMORANDUM OPINION
  memorandum (opinion|order|decision|disposition|ruling) → Memorandum Decision
  memorandum [opinion] (and|&) (order|decision|ruling) → Memorandum and Order
  memorandum to (counsel|the parties) → MEMORANDUM TO COUNSEL
  (order|opinion|decision|ruling) (and|&) (order|judgment|opinion|decision) → Opinion and Order
  decision → Decision of the court
  per curiam → PER CURIAM. AFFIRMED
  [deputy] clerk* order → Filed clerk order (Deputy Clerk: AB)
  (ruling|rulings) → RULING on objections
  findings of fact (and|&) conclusions of law → FINDINGS OF FACT and CONCLUSIONS OF LAW by the court
  (proposed|unsigned) [scheduling|protective|consent|pretrial|stipulated] order … (signed|so ordered|granted|entered)
    → PROPOSED ORDER re discovery, so ordered
  (application|petition|request|motion|stipulation|letter) (order|so ordered|granted|allowed|approved) → Motion granted
  (application|request|motion|stipulation) (and|with|w/) [proposed] order … (granted|signed|so ordered)
    → Application with Proposed Order granted
  [notice of document] discrepanc* … (granting|denying|order|accept*|reject*) → Discrepancies - Granting
  (memo|memorandum) endorsement → MEMO ENDORSEMENT on letter
  (memo|letter) endorse* → MEMO ENDORSED letter
  endorsed (letter|stipulation|order|memo*) → ENDORSED LETTER addressed to the judge
  (letter|memo*|stipulation) (endorse*|so ordered) → LETTER ENDORSED by the judge
  margin* (order|entry|endorse*) → MARGINAL ENTRY ORDER granting motion
  mandate → MANDATE of USCA as to notice of appeal
  (usca|appeal*|court of appeals|circuit|supreme court) [#] (mandate|order|opinion|judgment|decision|ruling|memorandum
    |remand*|dispos*) → USCA Mandate
  [received] (copy of|certified copy of|true copy of) [the] … (mandate|order|opinion) → copy of District Court order
  judgment (of|from) [the] (usca|us court of appeals|court of appeals|supreme court) → Judgment from USCA - 8th Circuit
  certified [true] copy of → CERTIFIED TRUE COPY OF MDL TRANSFER IN ORDER
  (scheduling|protective|pretrial|case management|standing|procedural|discovery|trial|pretrial scheduling|final pretrial
    |initial|briefing|confidentiality|mediation|docket control|consent|agreed|interim|final|default|amended
    |reassignment) order → Pretrial Scheduling Order
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
  (the estate|the case|the trustee|it appearing) … having been … administered → The estate having been administered
`;

export const judgmentRules = [
  ...rules('judgment')`
    [clerk*] certificate of default → Clerk's Certificate of Default
    [final|default|consent|clerk*|amended|partial|stipulated|agreed|summary|declaratory|civil|deficiency|corrected
      |entry of] judgment → FINAL JUDGMENT in favor of the plaintiff
    [amended] (order|opinion|decision) and [final|default|consent|amended|partial] judgment → ORDER AND FINAL JUDGMENT
    [final|consent] [consent] decree → CONSENT DECREE entered
    clerk* entry of default → Clerk's Entry of Default
    (entry of default|default entered) → ENTRY OF DEFAULT as to the defendant
    (satisfaction|bill) of judgment issued → Satisfaction of Judgment Issued
    clerk* default → CLERK'S DEFAULT entered against the defendant
    order of default → Order of Default
  `,
  ...rules('report')`
    (report*|findings|finding of fact|memorandum) (and|&) recommendation* → Final Report and Recommendation
    report and recommended → REPORT AND RECOMMENDED decision
    magistrate* [judge*] (report|recommendation|findings) → Magistrate Judge's Report
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
    [designated] clerk* record … sent to (usca|circuit|court of appeals|district court) → Clerk's Record sent to USCA
    record on appeal (transmitted|sent|certified|forwarded|returned) → Record on Appeal Transmitted to USCA
    notification of appeal → NOTIFICATION OF APPEAL by Clerk to USCA
    notice of docketing [notice of] appeal → NOTICE of Docketing Notice of Appeal from USCA
    district court (judgment|order|docket|opinion|decision) … received → DISTRICT COURT JUDGMENT RECEIVED
    (notice|designation) … appeal → NOTICE of cross appeal
    [preliminary|certified] (transmi*|transmittal) (of|to) … [appeal|record|usca] → Transmission of Notice of Appeal
    bankruptcy transmittal → Bankruptcy Transmittal of Designated Record to District Court
    [civil|misc*|criminal|agency] [case] appeal* [docketed|- miscellaneous|remark|record] → Appeal - Miscellaneous
    petition for (permission to appeal|leave to appeal|certiorari|writ of certiorari) → Petition for leave to appeal
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

/** Acts of the clerk's office: opening, assigning, mailing, correcting, setting dates on the docket. */
export const clerkRules = rules('clerk')`
  attorney update in case → Attorney update in case as to the defendant
  notice for (desig|designation) → Notice for Desig of Local Counsel
  record (received|retained|requested) → RECORD RECEIVED from the attorney: one disc
  (exhibit|exhibits) receipt → EXHIBIT RECEIPT by the plaintiff
  [acknowledgment of] receipt (for|of|from) [the|trial|hearing] (exhibit*|passport|property|document*|record*)
    → Receipt for Exhibits
  receipt exhibit* → Receipt (Exhibit)
  rule # notice → Rule 16 Notice
  notice to receiving district → NOTICE to Receiving District of criminal case transfer
  notice of general guidelines → NOTICE of General Guidelines for Appearing Pro Se
  court deleted → COURT DELETED INCORRECT ENTRY
  note to attorney → NOTE TO ATTORNEY TO RE-FILE DOCUMENT
  certified mail receipt # received → CERTIFIED MAIL RECEIPT [1963473] received from respondent
  cases originating (from|in) → CASES ORIGINATING FROM THE SOUTHERN DISTRICT
  [no] interpreter needed → Interpreter needed as to the defendant
  notice this case is being considered → NOTICE: This case is being considered for an oral argument calendar
  notice of docket* error → NOTICE OF DOCKET ERROR re 223 Motion
  notice of returned (order|document|mail|filing) → NOTICE of Returned Order
  notice of docket text modification → Notice of Docket Text Modification
  motion* no longer referred → Motions No Longer Referred: 22 MOTION to Compel
  motion* terminated → Motions terminated: 15 MOTION to Dismiss
  added → ADDED the attorney for the respondent
  case manager → The case manager for this case is the clerk
  case as to → Case as to the defendant reassigned
  jurisdiction transferred → Probation Jurisdiction Transferred to another district
  (letter|correspondence) from (chambers|court|the court) → Letter From Chambers to counsel
  court* correspondence → Court correspondence requesting a notice
  transmittal letter → Transmittal Letter by the Court
  letter (by|from) [the] [deputy] clerk → LETTER BY CLERK that a transcript was requested
  (deleted document|document deleted) → DELETED DOCUMENT. Deleted document number 2
  (transfer of case|case transfer) → Transfer of case to another district
  (interdistrict|inter-district|district) transfer → Interdistrict Transfer to the Northern District of California
  transfer (out|in) → Transfer Out to Another District
  letter [#] (sent|issued) → LETTER [1961747] sent to complainant
  [magistrate] judge … so designated → Magistrate Judge A. B. is so designated
  new party → NEW PARTY, the respondent, SUBSTITUTED
  case stayed → Case Stayed
  remand to [state|district|superior] court → Remand to State Court
  notice of electronic filing → Notice of Electronic Filing Procedure
  (briefing|docketing|opening|case opening) (notice|letter|packet|forms) → BRIEFING NOTICE ISSUED
  (paper|hard) cop* → PAPER COPIES of brief received
  [cured] defective [document|filing] → DEFECTIVE DOCUMENT, notice of appearance
  instructional forms → INSTRUCTIONAL FORMS, to pro se litigant, SENT
  [deputy] clerk* → CLERK'S NOTICE re filing fee
  (case|civil case|adversary case|file) … (opened|assigned|reassigned|transferred|closed|terminated|unsealed|reopened
    |designated|referred|selected|remanded|docketed|closing) → Case Assigned/Reassigned
  [bankruptcy|adversary|civil] case [#] (opened|assigned|reassigned|transferred|closed|terminated|unsealed|reopened
    |designated|referred|selected|opening|designation|docketed|received) → CASE OPENED
  [this] [civil] action [is] (consolidated|transferred|reassigned|assigned) → This civil action is CONSOLIDATED
  close [adversary|bankruptcy] case → Close Adversary Case
  closed → CLOSED. Adversary case closed
  terminate* → terminate hearings
  [set|reset|set/reset|terminate] (deadline*|motion and r&r) → Set Motion and R&R Deadlines/Hearings
  (set|reset|set/reset) … (deadline*|hearing*|due date|filing deadline*|date*) → Set/Reset Deadlines/Hearings
  set (notice|ust|deficient|last) → Set Deficient Filing Deadlines
  (assign|add|added|adding) … (judge*|attorney*|part*|trustee|usps) → Add and Terminate Attorneys
  (add|added|assigned|assign) (and|attorneys|trustee|judges|usps|case) → Assign Judges in Civil Case
  [chief|district|magistrate|senior] judge … (added|assigned|reassigned|terminated|no longer|assignment) → Judge added
  [notice of] [case|judge|magistrate|initial] [judge] (assignment|reassignment|reassign*) → Notice of Case Assignment
  notice of (assignment|reassignment|allocation|magistrate|case|judge|mapn) → NOTICE OF MAGISTRATE ASSIGNMENT
  notice of (mapn|impending|availability|docketing|case opening|deadline*) → Notice of Docketing
  (magistrate|consent) [judge] [consent] (form*|option) → Magistrate Consent Forms
`;

export const clerkNoticeRules = rules('clerk')`
  notice of right to → Notice of Right to Consent to Disposition by a Magistrate Judge
  notice of [direct|random|initial] (reference|assignment) [to] → Notice of Direct Assignment
  notice of attorney admission → Notice of Attorney Admission Requirement
  notice from [the] (clerk|court) → Notice from Clerk
  notice (of|re|regarding) [payment of|non-payment of|unpaid|delinquent|outstanding|overdue] [the] (filing|docketing
    |appeal|appellate) fee* → Notice of Delinquent Filing Fee
  (docketing|filing|appeal) fee (notice|letter) → Docketing Fee Notice
  case management track → Case Management Track Notice
  [initial] [pretrial|pre-trial] procedures notice → Initial Pretrial Procedures Notice
  docket [sheet|text|entry] (corrected|modified) → Docket Sheet Corrected
  (referral|submission) to → Referral to Magistrate Judge
  sealed (document|envelope|material*) received → Sealed Document Received
  notice to (parties|counsel|filer|attorney|all|creditors|debtor*|pro se|document|litigant) → Notice to Counsel
  notice (re|regarding|of) … (deficien*|electronic filing error|non-compliance|corrected|correction|qc|incomplete
    |missing|defective|requirement*) → Notice of Deficiency
  notice of (deficien*|corrected|correction|qc|error|incomplete|missing|defective|requirement|deficiency|non-compliance
    |determination|noncompliance|delinquen*|filing fee|fee|chapter # bankruptcy case|commencement|bar date)
    → Notice of Corrected Docket Entry
  [court*] notice (of|by the) court → Notice by the Court
  court* notice → Court's Notice of intent to dismiss
  notice of (intent|possible) [to] (dismiss|close|dividend*) → Notice of Possible Dividends
  notice (re|regarding) (mandatory|deficient|pro hac vice|electronic|magistrate|case|consent|adr) → Notice re ADR
  (deficien*|deficient) [filing|notice|memo|pleading] → Deficiency Notice to Debtor
  [bnc|court] certificate of (mailing|notice) → BNC Certificate of Mailing
  bnc … (certificate|notice|form) → BNC Certificate of Service
  certificate of mailing by → Certificate of Mailing by BNC of Order
  court certificate of → Court Certificate of Mailing
  (utility|docket|case) (- miscellan*|miscellan*|annotation|correction|remark|note) → Docket Annotation
  [correct*|corrective] (entry|docket entry) → CORRECTING ENTRY: wrong event selected
  (correcting|corrective|correction) → CORRECTION of the docket
  (remark|remarks|annotation) → Remark
  (qc|quality control) → QC - Incorrect Event Selected
  (error|docketing error) → ERROR: wrong event
  [document] mailed → Document Mailed
  (mail|mailing) (returned|to|sent) → Mail Returned
  received → RECEIVED: Application for law student appearance
  docketed cause → DOCKETED CAUSE and entered appearances of counsel
  placed in [the] file → PLACED IN FILE - NOT USED
  certificate of appointment → Certificate of Appointment and Acceptance of Trustee
  (motion|motions|case|matter) (referred|submitted|taken|reassigned) [to] → Motion Referred to Clerk
  [new] (caption|attorney|party|parties|address|respondent|petitioner|appellant|appellee) … (amended|updated|terminated
    |added|corrected|substituted) → CAPTION, reflecting the respondent, AMENDED
  add* (and|attorneys|party|parties|trustee) → Add Attorneys Pro Hac Vice
  supreme court (case|notice|of) → Supreme Court Case Info
  usca case number → USCA Case Number
  [schedule|briefing|scheduling] (notice|letter) (setting|opening|sent) → BRIEFING LETTER sent
  schedule notice → SCHEDULE NOTICE. Opening brief due
  notification [setting] → NOTIFICATION: setting acknowledgement deadline
  (order|document|exhibit*|passport|forms?) (sent|returned|released|destroyed) → Exhibits returned
  (sealed document|document) placed in vault → SEALED DOCUMENT placed in vault
  mandate recalled → Mandate Recalled
  (request|notice) to discontinue → Request to Discontinue e:Mail Notification
  (case|rule) (designation|designated) → Case Designated ECF
  (warrant|summons|writ) [issued] recalled → Warrant recalled
  (jury|juror) (list|record|selection list) → Juror List
  (previous|prior) dismissal → Previous Dismissal
  no presumption of → No presumption of abuse
  (statement of abuse|ust statement|the united states trustee) → The United States Trustee has reviewed the papers
  the debtor* is → The debtor(s) is/are not entitled to a discharge
  in accordance with → In accordance with the rule, the clerk gives notice
  (adr|arbitration|mediation) (referral|program|packet|notice) → ADR Program notice
  (certified|certificate) [copy] … (sent|transmitted) to → Certified copy sent to the district court
  chapter # (discharge|case) … (closed|reopened) → Chapter 7 case closed
  financial management course due → Notice of Financial Management Course Due
  notice of [requirement to|debtor*] [complete|file] … (course|financial management) → Notice of Debtor's Course
  [notice of] claims register → Claims register
  restricted → Restricted
  (passport|photo id) (notice|receipt) → Passport Notice
  usps → USPS tracking
`;
