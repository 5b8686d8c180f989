import { rules } from '../rule.ts';

/** Evidence, transcripts, stipulations and status reports. */
export const paperRules = [
  ...rules('evidence')`
    [local] [civil] rule # [counter] statement* → RULE 56.1 STATEMENT. Document filed by the plaintiff
    (trial|hearing|deposition) exhibit* → Trial Exhibits
    (appendix|list of exhibit*|summary judgment evidence|expert report) → Appendix
    [notice of] (lodging|filing) [of] [certified] administrative record → Notice of Lodging Administrative Record
    [joint|notice of filing of] (exhibit|exhibits|exhibit(s)) [list] → Exhibit List
    [supplemental|notice of] (declaration|affidavit|affirmation)* → DECLARATION in Support
    certification (in|of counsel in) (support|opposition) → CERTIFICATION in Support of motion
    [counter|separate|joint|local rule #] statement of [undisputed|material|uncontroverted|disputed] (facts
      |material facts|undisputed facts|genuine issues) → STATEMENT of Facts
    [administrative|certified] record* → Administrative Record
    [sealed] (attachment|attachments) [exhibit*] → Sealed Attachment/Exhibit(s)
    (trust fund|prisoner) [trust] account [statement] → Trust Fund Account Statement
    notice of filing [of] … (exhibit*|declaration|affidavit|deposition|record) → Notice of Filing, Exhibit (Additional)
    [debtor*] evidence of → Debtor's Evidence of Employer Payments
  `,
  ...rules('transcript')`
    [appeal] (order|ordering) [of] transcript* → Order of Transcript
    [official|redacted|notice of filing [of]|notice to counsel of filing of|sealed] [official] transcript* → TRANSCRIPT
    notice (to|of) … [official] transcript* → Notice to counsel of filing of official transcript
    [notice of intent to (request|file)] redaction → NOTICE OF INTENT to Request Redaction
    [notification|notice] (by|from|of) court reporter → Notification by court reporter
    court reporter (acknowledg*|notif*) → Court reporter acknowledgement
    (request|order|designation) (for|of) transcript* → Request for Transcript
  `,
  ...rules('stipulation')`
    (settlement agreement|compromise) → SETTLEMENT AGREEMENT of the parties
    [joint|proposed|agreed] stipulat* → STIPULATION extending time
    [joint] agreement → AGREEMENT of the parties
    joint (proposal|proposed|motion and stipulation) → Joint Proposal for a schedule
    consent (to|of) [the] (judgment|entry|parties|transfer) → CONSENT to Entry of Judgment
  `,
  ...rules('dismissal')`
    [notice of|joint|agreed|proposed] [joint] (voluntary|stipulated) [notice of] dismissal → Joint Stipulated Dismissal
    [joint] (stipulation|stipulations) … (of|for|to) [voluntary] (dismiss*|discontinuance) → STIPULATION of Dismissal
    notice of [partial|joint|voluntary|stipulated] (dismissal|nonsuit|discontinuance) → Notice of Dismissal
    (stipulation … dismissing|dismissal by) → STIPULATION dismissing claims
    [joint] notice of [pending|conditional|tentative|mediation|provisional] (settlement|resolution
      |compromise) → NOTICE of Resolution
    [notice of] (suggestion of settlement|stipulation of discontinuance) → Stipulation of Discontinuance
  `,
  ...rules('status')`
    notice of (status|mediation (outcome|result*|report)) → Notice of Mediation Outcome
    settlement conference (statement|memorandum|brief) → Settlement Conference Statement
    (status|case management|pretrial|pre-trial) conference statement → Status Conference Statement
    (pre-hearing|prehearing) statement → Pre-Hearing Statement
    [joint] case management (statement|report|plan) → JOINT CASE MANAGEMENT STATEMENT
    [joint] (scheduling|planning|preliminary|discovery) (report|plan|conference report) → SCHEDULING REPORT
    (mediation|mediator*|adr|settlement) (report|statement|certification|conference report) → MEDIATION REPORT
    [joint] (pretrial|pre-trial) (statement|conference statement) → Joint Pretrial Conference Statement
    [joint|trustee*|monthly|final|initial|interim|quarterly|annual] report* → Report of the trustee
    (trustee|trustee*) … report → Chapter 7 Trustee's Report of No Distribution
    [first] meeting … report of no distribution → meeting held and concluded and trustee's report of no distribution
    final (account|report) → Final Report and Account
  `,
];

export const discoveryRules = rules('discovery')`
  disclosure of … contentions → Disclosure of Asserted Claims and Infringement Contentions
  (subpoena*|deposition|privilege log|bill of particulars|initial disclosure|notice of service of|notice of compliance
    |witness and exhibit list*|exhibit and witness list*) → SUBPOENA issued to the bank
  (notice|disclosure|designation) of expert* → Disclosure of Expert Testimony
  notice (of|to) [taking|take|intent to take] [of] [video*] deposition* → Notice to Take Deposition
  (certificate|proof|affidavit) of service [of|re|regarding] … (disclosure*|discovery|interrogator*|production
    |admission*|subpoena|contentions) → CERTIFICATE of service of initial Rule 26 disclosures
  [initial|rule # initial|pretrial|expert|rule #] disclosures → Initial Disclosures
  (interrogator*|requests? for (production|admission*)|request for (production|admission*) [of documents])
    → Interrogatories Propounded
  (answer|answers|response|responses|objections) to [first] (interrogator*|discovery|request* for
    |local rule # interrogator*) → Answer to Interrogatories
  notice of [intent to|issuance of|service of] [serve] subpoena* → Notice of Subpoena
  (infringement|invalidity) contentions → INFRINGEMENT CONTENTIONS served
  notice of … (deposition*|initial disclosures|discovery|contentions|interrogatories) → NOTICE of Service of Discovery
  (expert|witness) (disclosure*|designation*|list) → EXPERT DISCLOSURE by the defendant
  [notice of] (examination|# examination) → Notice of Rule 2004 Examination
  notice of … # examination → Notice of Rule 2004 Examination of the debtor
  discovery (by|request*|response*|letter) → DISCOVERY by the government
`;

export const argumentRules = [
  ...rules('motion')`
    (probation|supervised release) petition → Probation Petition
    [motion] in limine → In Limine
    petition (on|for) (supervised release|warrant|probation|action|violation|summons) → Petition for Warrant
    [consent|agreed|joint|stipulated] motion* → Consent MOTION to Dismiss
    notice of [amended] [verified|emergency|unopposed|joint] (motion|application|presentment) → NOTICE of Motion
    letter (motion|request*|application|pre motion|premotion) → LETTER REQUEST for leave to appear by telephone
    letter … (requesting|request for|seeking) → LETTER addressed to the judge requesting adjournment
    [ex parte|joint|emergency|amended|interim] application → EX PARTE APPLICATION for Further Time
    (request|requests) (for|to|that|by) → REQUEST to Enter Default
    petition (for|to) (special admission|admit|appear|practice|admission|rehearing|fees|attorney|enter plea
      |permission to practice|panel rehearing|approve) → Petition for Special Admission - Pro Hac Vice
    (notice|suggestion) of suggestion → Notice of Suggestion
    (extension of time|bill of costs|affidavit for default|appeal of magistrate|suggestion of|demand for|suppress*
      |pre-motion conference letter) → extension of time
    [unopposed|emergency|consent|agreed] request → Emergency Request for hearing
    praecipe for (entry of default|default) → PRAECIPE for entry of default
  `,
  ...rules('response')`
    notice of … response to → NOTICE of the Petitioners' Response to the Order
    letter (response|opposition) → LETTER RESPONSE in Opposition to Motion
    notice regarding (non-opposition|non opposition|no opposition) → Notice Regarding Non Opposition
    (response*|opposition*|traverse|concurrence|position on|reservation of rights|request for review|brief in response
      |objecti* to) → Response in Opposition to Motion
    memorandum [of law|of points and authorities] in (opposition|response) → Memorandum in Opposition
    (memorandum|brief|statement) … in opposition → MEMORANDUM of law in opposition
    [limited|omnibus|amended] objection* → Objection to Claim
    [claim construction] (answering|responsive|response|opposition|responding) brief → Answering Brief
    (memorandum|brief|supplemental) (contra|opposing) → MEMORANDUM CONTRA motion to compel
    [notice of] joinder → Joinder to the motion of the committee
    notice of (joinder|concurrence|non-opposition|no opposition|objection|opposition) → Notice of Joinder/Concurrence
    [statement|notice|certificate] [of] (non-opposition|non opposition|nonopposition|no opposition|no objection)
      → Notice of Non-Opposition
    (return to (order|petition)|(adoption|adopting) of) → RETURN to Order to Show Cause
    statement (in opposition|of no objection|of position|of opposition) → Statement of Position
  `,
  ...rules('reply')`
    (repl*|letter reply|memorandum of law reply|sur-reply|surreply|sur reply|rejoinder) → Reply to Response to Motion
    (memorandum|brief|affidavit|declaration) … (in reply|in further support) → MEMORANDUM OF LAW in further support
    response/reply → Response/Reply (Other)
  `,
  ...rules('brief')`
    [opening|appellant*|appellee*|amicus|trial|supplemental|reply to] brief → BRIEF in support
    (memorandum|citation of supplemental|points and authorities|received unsigned order|joint claim construction
      |supplemental supporting|jury instructions by|trial memorandum
      |pretrial memorandum) → MEMORANDUM by the plaintiff in support of motion
    (memorandum|memo) (of law|of points|in) → Memo of Law
    notice of … (supplemental|additional|recent|new) authorit* → NOTICE of Supplemental Authority
    (supplemental|additional|subsequent) authorit* → Supplemental Authority
    [answering|principal] brief [submitted|filed] [for filing] [by] (appellee*|respondent*|appellant*|petitioner*)
      → ANSWERING BRIEF submitted for filing by Respondent A. B.
    clarification (to|of) → Defendant's CLARIFICATION to the motion
    [notice of lodging|notice of lodging of|notice of submi*|notice of filing|notice of filing of
      |notice of] [agreed] proposed [final|agreed|amended|pretrial|scheduling|protective|consent|supplemental|findings
      |form of|stipulated] (order|judgment|findings|decree) → Notice of Lodging Proposed Order
    notice of (lodg*|submission|submitting) → NOTICE OF LODGING proposed order
    joint proposed (jury instruction*|voir dire|verdict form|findings|order) → Joint Proposed Jury Instructions
    (proposed|suggested) … (jury instruction*|voir dire|verdict form|findings|order|judgment|instructions)
      → Proposed Jury Instructions
    [joint] (submission|submissions) [of] → Joint Submission of Proposed Supplemental Order
    claim construction (brief|chart|statement) → Claim Construction Chart
    statement (in support|of issues|of the case|of recent (decision|authority)) → Statement in Support of Confirmation
    supplement to … (motion|brief|memorandum|response|opposition) → Supplement to motion
    (voir dire (questions|by)|requested (jury instructions|voir dire)) → VOIR DIRE Questions
    (sentencing (summary|memorandum|position)|position (re|regarding|with respect to|on) sentenc*) → Sentencing Position
    (offer of proof|bench memorandum|hearing memorandum|hearing brief) → Offer of Proof
  `,
];
