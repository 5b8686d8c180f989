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
    (notice of intent to sell|notice*|consent|acceptance|praecipe|lis pendens|offer of judgment|demand for trial
      |certification of counsel|notification filed by|request for courtesy service|statement|statement of|acknowledgment
      |acknowledgement|declination to) → Notice (Other)
    assignment of (note|interest|rents|lease) → Assignment of Note filed by the creditor
    (jury demand|demand for [trial by] jury|demand for jury trial) → JURY DEMAND by the plaintiff
    (withdrawal|withdraw|designation|satisfaction) of → Withdrawal of Motion
    [monthly] fee statement → Monthly Fee Statement for January
    [statement] notice of agenda → Notice of Agenda of Matters Scheduled for Hearing
    [notice of] withdrawal [of] [document|motion|claim|objection|exhibit] → Notice of Withdrawal of document
    (election|selection) (of|to) → Selection of Mediator
    [notice of] mediator (selection|appointment) → Notice of Mediator Selection
    [notice of] [filing of] suggestion of (death|bankruptcy) → NOTICE OF SUGGESTION OF BANKRUPTCY
    [notice of] [assignment|transfer|assignment/transfer] of claim* → Transfer of Claim
  `,
  ...rules('other')`
    [part # of #] foreperson* signature [page] → FOREPERSON'S SIGNATURE PAGE regarding the indictment
    (errata|fee agreement|supplement|agency decision|rights and responsibilities|oral argument statement
      |speedy trial waiver|judgment returned executed|bankruptcy petition cover|payment advice*|proof of claim*|arrest
      |notice of arrest|certification|certificate|payment advices|employee income|tax returns
      |writ of attachment) → Errata
    [form #] information statement → Form 5 Information Statement
    [miscellaneous|redacted|unredacted] document → Miscellaneous Document
    transfer (agreement|of) → Transfer Agreement FRBP 3001(e)
    (pretrial services|presentence|pre sentence|bail|probation) [investigation] report → Presentence Report
    [amended] social security (number|statement) → Amended Social Security Statement
    [arrest|search|bench] warrant [issued|returned] → Warrant Returned Executed
    [first|second|amended|joint] [amended] plan → Second Amended Plan of Reorganization
    statement of [social|financial|intent*|current|debtor*|attorney] → Statement of Social Security Number
    [amended|summary of|amendment to] [summary] schedule* → Amended Schedules
    [creditor|master|mailing] (matrix|mailing list|address list) → Creditor matrix
    (list|lists|modification|summary) of → List of Creditors
    waiver [of] → Waiver of Indictment
    (psychiatric|psychological|medical) (report|evaluation) → Psychiatric Report received
    [amended] disclosure statement [for|describing|of] … (plan|reorganization) → Disclosure Statement for the Plan
    (amendment|amended|instructions) to → Amendment to Schedules
    (consent|designation) form → designation form
  `,
];

/** Hearings and the clerk's minutes of them. `corrected` turns minutes that contain a decision into an order. */
export const hearingRules = rules('hearing')`
  # meeting off calendar → 341 Meeting Off Calendar
  (hearing|hearings|trial|sentencing|argued|proceedings held|audio file|submitted on the briefs
    |order to show cause hearing|the # meeting|initial appearance|first appearance|arraignment|rearraignment
    |change of plea|docket call|calendar call|plea entered|jury selection|voir dire|jury trial|case calendared
    |case argued|case called|oral argument called|continuance of meeting|adjournment of meeting|# meeting concluded
    |# meeting held|# meeting continued|clerk* minute*) → Evidentiary Hearing
  [amended] notice of [first|continued|rescheduled|adjourned|section #] meeting of creditors
    → Notice of First Meeting of Creditors
  [text only] notice (settlement|status|telephone|motion|pretrial) (conference|hearing) → NOTICE: Settlement conference
  [electronic] clerk* notes → Electronic Clerk's Notes for proceedings held before the judge
  (case before … heard|no appearance* [is|are] (required|necessary|needed)) → CASE, before A. B., HEARD
  (oral motion|motion|bond|bond and detention|bond revocation|bond forfeiture) hearing* → Bond Hearing
  (minute|minutes) [entry|entries] [for|of|re|from] → MINUTE ENTRY for Telephone Status Conference
  [amended|corrected|re] notice (of|re|setting|regarding) … hearing* → Notice of Hearing on Motion
  notice of (mediation|[jury|bench] trial) [conference|hearing|setting] → Notice of Trial Setting
  notice of … (conference|argument|sentencing|arraignment|setting) → Notice of Scheduling Conference
  notice (canceling|cancelling|resetting|rescheduling|vacating|continuing|setting|adjourning) … (hearing|conference
    |trial|argument) → Notice canceling hearing
  notice of (adjournment|rescheduled|rescheduling|continued|continuance|adjourned|adjourned/rescheduled|cancellation
    |reset|resetting|postponement|change of) … (hearing*|conference|trial|meeting) → Notice of Adjournment of Hearing
  notice of (adjournment|continuance|resetting|rescheduling) → Notice of Adjournment
  (notice to appear|letter notice of hearing) → NOTICE TO APPEAR: Settlement Conference set
  memo* (to|of) [the] record → Memo to Record of hearing
  [settlement|status|scheduling|case management|pretrial|pre-trial|telephone|telephonic|discovery|in chambers|chambers
    |initial|mediation|attorney|final pretrial|bench|charge|plea|pre-motion|pre motion|rule #|disposition|show cause
    |trial] conference → Settlement Conference reset
  [oral] argument* [held|set|heard|scheduled] → ORAL ARGUMENT scheduled
  (conference*|hearing|hearings|hearing document|motion|trial|argument) (held|sched*|set|reset|continued|cancelled
    |canceled|adjourned|rescheduled|vacated) → Hearing (Document) Sched/Cont/Resched
  [first|amended|notice of|continued|continuance of|# indiv/joint--notice of] (# meeting|meeting) of creditors
    → Meeting of Creditors with 341(a) meeting to be held on 3/17/2010
  [first] meeting [of creditors] (held|continued|concluded|scheduled|not held|adjourned|satisfied|chapter|rescheduled
    |set) → Meeting (Chapter 7)
  statement adjourning … meeting → Statement Adjourning Meeting of Creditors
  (mediation|mediation conference) (held|set|scheduled|hearing) → Mediation held
  (jury|grand jury) (deliberat*|impaneled|sworn|selection) → Jury Deliberations
  (set|reset|set/reset|terminate) hearing on → Set Hearing on Motion
  clerk* notice (setting|resetting|scheduling|rescheduling|continuing|of hearing|vacating|cancelling
    |canceling) … (hearing|conference|trial|cmc) → CLERK'S NOTICE setting case management conference
  (no document attached|notice) … set for → NOTICE as to the defendant: sentencing set for 4/4/2015
`;
