import { rules } from '../rule.ts';

/** Letters, notices that no other list has, and papers of no other type. */
export const noticeAndOtherRules = [
  ...rules('letter')`
    letter request non motion → Letter/Request (non-motion)
    [sentencing|plea|character] letter* → Sentencing Letter
    correspondence → Correspondence
  `,
  ...rules('notice')`
    compliance with [court*] order* → Compliance with Order
    notification filed by → NOTIFICATION filed by the attorney
    assignment of (note|interest|rents|lease) → Assignment of Note filed by the creditor
    offer of judgment → Offer of Judgment
    (consent|declination) to [jurisdiction|proceed|magistrate|exercise] [before|by] … magistrate [judge]
      → Consent to Jurisdiction by US Magistrate Judge
    (consent|declination) to (proceed|jurisdiction|magistrate) → Consent to Magistrate Judge
    notice* → Notice (Other)
    (jury demand|demand for [trial by] jury|demand for jury trial) → JURY DEMAND by the plaintiff
    demand for trial → DEMAND for Trial by Jury
    (withdrawal|withdraw|designation|satisfaction) of → Withdrawal of Motion
    [monthly] fee statement → Monthly Fee Statement for January
    [statement] notice of agenda → Notice of Agenda of Matters Scheduled for Hearing
    [notice of] withdrawal [of] [document|motion|claim|objection|exhibit] → Notice of Withdrawal of document
    consent → CONSENT by the defendant
    consent* [declination] to → Consent/Declination to Proceed Before a US Magistrate Judge
    notice of intent to sell → Notice of Intent to Sell Property. Hearing Scheduled for 3/1/2026 at 10:00 AM
    (statement|statement of) → Statement
    (election|selection) (of|to) → Selection of Mediator
    [notice of] mediator (selection|appointment) → Notice of Mediator Selection
    praecipe → Praecipe
    request for courtesy service → Request for Courtesy Service
    [notice of] [filing of] suggestion of (death|bankruptcy) → NOTICE OF SUGGESTION OF BANKRUPTCY
    [notice of] [assignment|transfer|assignment/transfer] of claim* → Transfer of Claim
    acceptance → Acceptance of waiver
    (acknowledgment|acknowledgement) → ACKNOWLEDGMENT of next court date
    certification of counsel → Certification of Counsel regarding revised orders
    lis pendens → LIS PENDENS
  `,
  ...rules('other')`
    [part # of #] foreperson* signature [page] → FOREPERSON'S SIGNATURE PAGE regarding the indictment
    speedy trial waiver → Speedy Trial Waiver
    [form #] information statement → Form 5 Information Statement
    payment advice* → Payment Advice Statements
    [civil|redacted|criminal] [criminal] [case] cover sheet → Redacted Criminal Case Cover Sheet
    [miscellaneous|redacted|unredacted] document → Miscellaneous Document
    errata → Errata
    transfer (agreement|of) → Transfer Agreement FRBP 3001(e)
    fee agreement → Fee Agreement
    (pretrial services|presentence|pre sentence|bail|probation) [investigation] report → Presentence Report
    judgment returned executed → Judgment Returned Executed as to the defendant
    [amended] social security (number|statement) → Amended Social Security Statement
    writ … (issued|granted) → Writ of Habeas Corpus ad Prosequendum Issued
    writ of (habeas corpus ad|execution|garnishment|assistance|possession|attachment) → WRIT OF EXECUTION
    oral argument statement → ORAL ARGUMENT STATEMENT LR 34.1
    (arrest|notice of arrest) → Notice of Arrest
    [arrest|search|bench] warrant [issued|returned] → Warrant Returned Executed
    supplement → Supplement
    agency decision → AGENCY DECISION on review
    [first|second|amended|joint] [amended] plan → Second Amended Plan of Reorganization
    statement of [social|financial|intent*|current|debtor*|attorney] → Statement of Social Security Number
    chapter # statement → Chapter 7 Statement of Current Monthly Income
    [amended|summary of|amendment to] [summary] schedule* → Amended Schedules
    financial management course → Financial Management Course Certificate
    (certification|certificate) → Certification pursuant to Local Rule 16.1
    [creditor|master|mailing] (matrix|mailing list|address list) → Creditor matrix
    (list|lists|modification|summary) of → List of Creditors
    # largest → 20 Largest unsecured creditors
    (payment advices|employee income|tax returns) → Payment Advices
    proof of claim* → Proof of Claim
    waiver [of] → Waiver of Indictment
    jury (note|notes|question*) → Jury Notes
    (psychiatric|psychological|medical) (report|evaluation) → Psychiatric Report received
    rights and responsibilities → Rights and Responsibilities Agreement
    [amended] disclosure statement [for|describing|of] … (plan|reorganization) → Disclosure Statement for the Plan
    (amendment|amended|instructions) to → Amendment to Schedules
    (civil|criminal) [case] information sheet → Criminal Case Information Sheet
    defendant information → Defendant Information Sheet
    (consent|designation) form → designation form
    bankruptcy petition cover → Bankruptcy Petition Cover Sheet
    corporate resolution → Corporate Resolution
  `,
];

/** Hearings and the clerk's minutes of them. `corrected` turns minutes that contain a decision into an order. */
export const hearingRules = rules('hearing')`
  # meeting off calendar → 341 Meeting Off Calendar
  [amended] notice of [first|continued|rescheduled|adjourned|section #] meeting of creditors
    → Notice of First Meeting of Creditors
  submitted on the briefs → SUBMITTED ON THE BRIEFS
  [text only] notice (settlement|status|telephone|motion|pretrial) (conference|hearing) → NOTICE: Settlement conference
  case calendared → CASE CALENDARED for argument
  [electronic] clerk* notes → Electronic Clerk's Notes for proceedings held before the judge
  case before … heard → CASE, before A. B., HEARD
  hearing → Evidentiary Hearing
  order to show cause hearing → ORDER TO SHOW CAUSE HEARING VACATED
  no appearance* [is|are] (required|necessary|needed) → No appearance is required on 12/2/2026
  hearings → Hearings
  (oral motion|motion|bond|bond and detention|bond revocation|bond forfeiture) hearing* → Bond Hearing
  (minute|minutes) [entry|entries] [for|of|re|from] → MINUTE ENTRY for Telephone Status Conference
  (civil|criminal|court|clerk*|courtroom|hearing|virtual) minute* → CIVIL MINUTES of status conference
  [amended|corrected|re] notice (of|re|setting|regarding) … hearing* → Notice of Hearing on Motion
  notice of [jury|bench] trial [setting] → Notice of Trial Setting
  notice of … (conference|argument|sentencing|arraignment|setting) → Notice of Scheduling Conference
  notice (canceling|cancelling|resetting|rescheduling|vacating|continuing|setting|adjourning) … (hearing|conference
    |trial|argument) → Notice canceling hearing
  notice of (adjournment|rescheduled|rescheduling|continued|continuance|adjourned|adjourned/rescheduled|cancellation
    |reset|resetting|postponement|change of) … (hearing*|conference|trial|meeting) → Notice of Adjournment of Hearing
  notice of (adjournment|continuance|resetting|rescheduling) → Notice of Adjournment
  notice to appear → NOTICE TO APPEAR: Settlement Conference set
  memo* (to|of) [the] record → Memo to Record of hearing
  letter notice of hearing → Letter Notice of Hearing
  [settlement|status|scheduling|case management|pretrial|pre-trial|telephone|telephonic|discovery|in chambers|chambers
    |initial|mediation|attorney|final pretrial|bench|charge|plea|pre-motion|pre motion|rule #|disposition|show cause
    |trial] conference → Settlement Conference reset
  trial → Trial day three
  (initial appearance|first appearance|arraignment|rearraignment|change of plea|docket call|calendar call|plea entered
    |jury selection|voir dire|jury trial) → Initial Appearance
  sentencing → Sentencing
  [oral] argument* [held|set|heard|scheduled] → ORAL ARGUMENT scheduled
  proceedings held → Proceedings held before the judge
  (case|oral argument) (argued|called) → CASE ARGUED before the panel
  argued → Argued before the panel
  (conference*|hearing|hearings|hearing document|motion|trial|argument) (held|sched*|set|reset|continued|cancelled
    |canceled|adjourned|rescheduled|vacated) → Hearing (Document) Sched/Cont/Resched
  [first|amended|notice of|continued|continuance of|# indiv/joint--notice of] (# meeting|meeting) of creditors
    → Meeting of Creditors with 341(a) meeting to be held on 3/17/2010
  chapter # (indiv*|notice|business) … meeting of creditors → Chapter 7 Indiv/Joint--Notice of Meeting of Creditors
  # meeting (concluded|continued|held|set|of) → 341 Meeting Concluded
  [first] meeting [of creditors] (held|continued|concluded|scheduled|not held|adjourned|satisfied|chapter|rescheduled
    |set) → Meeting (Chapter 7)
  statement adjourning … meeting → Statement Adjourning Meeting of Creditors
  (continuance|adjournment) of meeting → Continuance of Meeting of Creditors
  the # meeting → The 341 meeting was concluded
  (mediation|mediation conference) (held|set|scheduled|hearing) → Mediation held
  notice of mediation [conference|hearing] → NOTICE of mediation conference/hearing
  (jury|grand jury) (deliberat*|impaneled|sworn|selection) → Jury Deliberations
  audio file → Audio File
  (set|reset|set/reset|terminate) hearing on → Set Hearing on Motion
  clerk* notice (setting|resetting|scheduling|rescheduling|continuing|of hearing|vacating|cancelling
    |canceling) … (hearing|conference|trial|cmc) → CLERK'S NOTICE setting case management conference
  (no document attached|notice) … set for → NOTICE as to the defendant: sentencing set for 4/4/2015
`;
