import { rules } from '../rule.ts';

export const proceduralTopics = [
  ...rules('seal')`
    (seal|sealed|sealing|unseal|unsealed|unsealing|redact|restrict public|impound|impoundment) → Motion to Seal Document
    [public] redacted (version|document|copy|filing) → REDACTED version of the brief
    restrict* (access|document) → MOTION to restrict document
  `,
  ...rules('stay')`
    [relief] [from] [the] [extend|lift|vacate|continue|impose] [the] [automatic] (stay|stays|stayed|staying)
      → Motion for Relief From Stay
    (abeyance|suggestion of bankruptcy) → RESPONSE to Appellant's Motion to Hold Appeal in Abeyance
  `,
  ...rules('transfer')`
    (remand*|order of transfer|notice of removal|tag along|transfer of case|case transfer|rule 20|forum non conveniens
      |transfer of jurisdiction) → MOTION to Remand
    (transfer|transferring|transferred) [of] (venue|case|action|order|to|district|out|in) → MOTION to Transfer Case
    (change of|change) venue → Motion for Change of Venue
    (petition [for] removal|removal (from|to) [the] [state|superior|district|county] court) → Petition for Removal
    (order|motion|stipulation) to transfer → Order to Transfer
  `,
  ...rules('joinder')`
    (consolidate|consolidating|consolidation|is consolidated|are consolidated|intervene|intervention|intervening|sever
      |severing|severance|severed|interplead*|motion* for joinder|joint administration) → ORDER OF CONSOLIDATION
    (join|joining|joinder of|drop|substitute|substituting|substitution of) [a|an|the|additional|as|of] (party|parties
      |defendant*|plaintiff*) → MOTION to join parties
    (add|adding) [a|an|additional|new] (party|parties|defendant*|plaintiff*) → Motion to Add Party
  `,
  ...rules('amendment')`
    (first|second|third|fourth) amended class action complaint → SECOND AMENDED CLASS ACTION COMPLAINT
    (amend|amending|amend/correct|new party) → Motion to Amend/Correct
    leave to file [a|an|the|first|second] (third party|counterclaim*) [complaint] → leave to file third party complaint
    leave to file … (amended|supplemental) [class action|consolidated|class] (complaint|answer|pleading|counterclaim*)
      → Motion for Leave to File Second Amended Complaint
    (respondent|petitioner|appellant|appellee) … terminated → RESPONDENT United States, TERMINATED
    (caption) … (amended|corrected) → CAPTION, reflecting the respondent, AMENDED
    amendment [of|to|by] [the] (complaint|pleading*|answer|petition) → MOTION for amendment of the complaint
  `,
  ...rules('page limit')`
    (page|word) (limit*|limitation*) → MOTION to exceed page limit
    (excess|exceed*|additional|extra) [the] [page*] (pages|page|limit*|words) → motion for leave to file excess pages
    (overlength|oversized|over-length|longer (brief|memorandum)) → MOTION for leave to file overlength brief
  `,
  ...rules('judge')`
    (assigned|assign|assigning|assignment of) [the] (case|matter|action) → Assigned case to Judge
    transferred to [the] [honorable|chief|district|magistrate] judge → This case is transferred to Judge A. B.
    judge … is (so designated|available) → Magistrate Judge A. B. is so designated
    (withdraw|withdrawal) [of] [the] reference → Motion to Withdraw Reference
    (recus*|disqualif*|reassign*|re-assign*) → ORDER OF RECUSAL
    (case|judge|magistrate|notice of|of) [judge] (assigned|assignment|assigning) → Case Assignment and Procedures
    (magistrate|us magistrate) [judge] (consent|assignment|jurisdiction|option|form*) → Magistrate Consent Forms
    (consent*|declination) … (magistrate|us magistrate) → Consent/Declination to Proceed Before a US Magistrate Judge
    (order of reference|(referring|referral|referred) [case|motion*|to|of|matter]) → Order Referring Motion
    (judge|judges) … (added|terminated|assigned|reassigned) → Judge added
    (add|added|assign*) [to] … judge* → Assign Judges in Civil Case
    notice of (mapn|allocation) → Notice of Allocation and Assignment
  `,
  ...rules('service')`
    (alternat*|substitut*|insuffic*) [of] service → Motion to Dismiss/Insufficency of Service
    service (of process|of summons|by publication|of the complaint|of complaint) → MOTION for service by publication
    (summons|serve defendant*|make service|waiver of service) → Notice to Counsel of Failure to Make Service
    (serve [the] defendant*|serve process|effect service|time to serve|serve by|leave to serve) → MOTION: leave to serve
    order [directing|for|re|regarding] service → Order Directing Service
    (# forms received|service order) → 285 Forms Received
  `,
];

/** Topics about time: extensions and the schedule of the case. */
export const timeTopics = [
  ...rules('extension')`
    stipulat* … to (continue|adjourn|reschedule) → STIPULATION and [Proposed] Order to Continue Conference
    stipulat* [and order] [to] (continue|continuing|adjourn|adjourning|extending) → STIPULATION continuing trial
    [first|second|unopposed] extension* [of] [time|deadline*] → Motion for Extension of Time to File Answer
    extend* [the] [time|deadline*] → Motion to Extend Time
    (continue|continuance|out of time|reschedule|postpone) → Motion to Continue
    (enlarge* [of] [time]|(more|additional|further) time) → STIPULATION for ENLARGEMENT OF TIME
    (adjourn|adjournment|re adjourning) [of|the|conference] → LETTER MOTION to adjourn conference
    (time to (answer|respond|file|plead)|late (answer|brief|notice)) → STIPULATION regarding time to respond
  `,
  ...rules('scheduling')`
    (schedule|scheduling|briefing) notice → SCHEDULE NOTICE. Opening Brief Due 11/24/2026
    (rule 26 (f|report|plan)|discovery (plan|planning)) → Joint Rule 26 Report
    (scheduling|rescheduling) (order*|conference*|report*|plan*|notice|letter|stipulat*|deadline*|notification
      |information|statement|matters|issues|procedure*|instructions|and) → Scheduling Order
    (motion for scheduling|scheduling adr|motion* to expedite|order to continue ends of justice|terminate* hearing*
      |rule 26f|rule 16 conference|discovery planning conference) → MOTION for scheduling
    docket control → DOCKET CONTROL ORDER
    progression → ORDER FOR PROGRESSION of a criminal case
    order (to continue|continuing|rescheduling|adjourning|resetting|advancing) … (hearing*|conference|trial)
      → ORDER to Continue Motion hearing
    [dates of] unavailability → LETTER communicating dates of unavailability
    (proposed|briefing|sentencing|trial|discovery|pretrial|motion|case|agreed) schedule → MOTION for briefing schedule
    [joint] case management → JOINT CASE MANAGEMENT STATEMENT
    (amend|modify|amending|modifying) [the] (scheduling|case management|docket control|pretrial) order
      → MOTION to Amend Scheduling Order
    expedit* [the] (briefing|consideration|schedule) → MOTION to Expedite Briefing
    (pre motion|premotion) [conference|letter|request] → MOTION for pre motion conference
    (preliminary|initial) (pretrial|pre-trial) order → PRELIMINARY PRETRIAL ORDER
    to continue in [the] interest* of justice → ORDER to Continue in Interests of Justice
    (setting|resetting) … deadline* → RULING LETTER SENT setting reply brief deadline
    ust … due date → Set UST Statement of Abuse and Course Due Date
    (set|reset|set/reset) … (deadline*|hearing*) → Set/Reset Deadlines/Hearings
    (set|setting|reset|terminate|update|updated|deadline updated|amend|modify|notice of|establish*) [the] [filing
      |hearing|compliance] deadline* → Set Deadlines
    (deadline|deadlines) (updated|set|reset|terminated) → Deadline updated as to the defendant
    [preliminary|initial|final] (pretrial|pre-trial) conference → Pretrial Conference - Initial
    (pretrial|pre-trial|discovery) deadline* → Order on Pretrial Deadlines
    (setting|resetting|scheduling|set) [a|the] [preliminary|status|initial|telephone|telephone status|telephonic
      |evidentiary|motion|show cause|briefing|bench|further|final|omnibus|expedited|emergency|in-person] (hearing*
      |conference|schedule) → Order Setting Hearing
    ((shorten|shortening) [of] [the] (time|notice)|expedite* hearing) → Motion to Shorten Time
    order for [emergency|expedited|initial|evidentiary] (hearing|status conference) → Order for Emergency Hearing
  `,
];
