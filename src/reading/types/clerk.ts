import { rules } from '../rule.ts';

/** What the clerk's office does: opening, assigning, mailing, correcting, setting days on the docket. */
export const clerkRules = rules('clerk')`
  attorney update in case → Attorney update in case as to the defendant
  notice for (desig|designation) → Notice for Desig of Local Counsel
  record (received|retained) → RECORD RECEIVED from the attorney: one disc
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
  record requested → RECORD requested from Clerk of Court
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
  [this] [civil] action [is] (consolidated|transferred|reassigned|assigned)
    → This civil action is CONSOLIDATED with the lead case
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
  notice of (noncompliance|delinquen*) → Notice of Noncompliance
  notice (of|re|regarding) [payment of|non-payment of|unpaid|delinquent|outstanding|overdue] [the] (filing|docketing
    |appeal|appellate) fee* → Notice of Delinquent Filing Fee
  (docketing|filing|appeal) fee (notice|letter) → Docketing Fee Notice
  case management track → Case Management Track Notice
  [initial] [pretrial|pre-trial] procedures notice → Initial Pretrial Procedures Notice
  docket [sheet|text|entry] (corrected|modified) → Docket Sheet Corrected
  referral to → Referral to Magistrate Judge
  sealed (document|envelope|material*) received → Sealed Document Received
  notice to parties → Notice to Parties of Court-Directed ADR Program
  notice to (counsel|filer|attorney|all|creditors|debtor*|pro se|document|litigant)
    → Notice to Counsel of failure to make service
  notice (re|regarding|of) … (deficien*|electronic filing error|non-compliance|corrected|correction|qc|incomplete
    |missing|defective|requirement*) → Notice of Deficiency
  notice of (deficien*|corrected|correction|qc|error|incomplete|missing|defective|requirement|deficiency|non-compliance
    |determination) → Notice of Corrected Docket Entry
  [court*] notice (of|by the) court → Notice by the Court
  court* notice → Court's Notice of intent to dismiss
  notice of (intent|possible) [to] (dismiss|close|dividend*) → Notice of Possible Dividends
  notice (re|regarding) (mandatory|deficient|pro hac vice|electronic|magistrate|case|consent|adr)
    → Notice re Mandatory Initial Discovery Pilot
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
  submission to → Submission to District Judge
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
  notice of (filing fee|fee) → Notice of Filing Fee due
  chapter # (discharge|case) … (closed|reopened) → Chapter 7 case closed
  financial management course due → Notice of Financial Management Course Due
  notice of [requirement to|debtor*] [complete|file] … (course|financial management)
    → Notice of Requirement to Complete Course in Financial Management
  [notice of] claims register → Claims register
  notice of (chapter # bankruptcy case|commencement|bar date) → Notice of Commencement of Case
  restricted → Restricted
  (passport|photo id) (notice|receipt) → Passport Notice
  usps → USPS tracking
`;
