import { rules } from '../rule.ts';

export const proceduralTopics = [
  ...rules('seal')`
    (seal|sealed|sealing|unseal|unsealed|unsealing) → Motion to Seal Document
    [public] redacted (version|document|copy|filing) → REDACTED version of the brief
    (redact|restrict public|impound|impoundment) → Motion to Restrict Public Access/Redact
    restrict* (access|document) → MOTION to restrict document
  `,
  ...rules('stay')`
    [relief] [from] [the] [extend|lift|vacate|continue|impose] [the] [automatic] (stay|stays|stayed|staying)
      → Motion for Relief From Stay
    suggestion of bankruptcy → NOTICE of Suggestion of Bankruptcy
    abeyance → RESPONSE to Appellant's Motion to Hold Appeal in Abeyance
    (extend|impose|continue|continuation of|extension of|vacat*|modify*|annul*|terminat*) [the] [automatic] stay
      → Motion to Extend Automatic Stay
  `,
  ...rules('transfer')`
    (transfer of case|case transfer) → Transfer of case to another district
    order of transfer → Order of Transfer
    (transfer|transferring|transferred) [of] (venue|case|action|order|to|district|out|in) → MOTION to Transfer Case
    (change of|change) venue → Motion for Change of Venue
    remand* → MOTION to Remand
    notice of removal → NOTICE OF REMOVAL from the county court
    removal (from|to) [the] [state|superior|district|county] court → MOTION about removal from state court
    petition [for] removal → Petition (Removal/Transfer)
    (order|motion|stipulation) to transfer → Order to Transfer
    tag along → Notice of Tag-Along Action
    (rule 20|forum non conveniens|transfer of jurisdiction) → MOTION to transfer on grounds of forum non conveniens
  `,
  ...rules('joinder')`
    (consolidate|consolidating|consolidation|is consolidated|are consolidated) → ORDER OF CONSOLIDATION
    (intervene|intervention|intervening) → MOTION to Intervene
    (sever|severing|severance|severed) → MOTION to Sever Defendant
    (join|joining|joinder of|drop|substitute|substituting|substitution of) [a|an|the|additional|as|of] (party|parties
      |defendant*|plaintiff*) → MOTION to join parties
    motion* for joinder → Motion for Joinder
    (add|adding) [a|an|additional|new] (party|parties|defendant*|plaintiff*) → Motion to Add Party
    joint administration → Motion for Joint Administration
    interplead* → MOTION to interplead
  `,
  ...rules('amendment')`
    (first|second|third|fourth) amended class action complaint → SECOND AMENDED CLASS ACTION COMPLAINT
    new party → NEW PARTY, the respondent, SUBSTITUTED
    (amend|amending|amend/correct) → Motion to Amend/Correct
    leave to file [a|an|the|first|second] (third party|counterclaim*) [complaint] → leave to file third party complaint
    leave to file … (amended|supplemental) [class action|consolidated|class] (complaint|answer|pleading|counterclaim*)
      → Motion for Leave to File Second Amended Complaint
    (new|respondent|petitioner) [party] … substituted → NEW PARTY, the agency for the department, SUBSTITUTED
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
    transferred to [the] [honorable|chief|district|magistrate] judge → This case is transferred to Judge A. B.
    judge … is so designated → Magistrate Judge A. B. is so designated
    availability of … magistrate → Notice of Availability of Magistrate Judge
    (withdraw|withdrawal) [of] [the] reference → Motion to Withdraw Reference
    (recus*|disqualif*) → ORDER OF RECUSAL
    (reassign*|re-assign*) → Order Reassigning Case
    (case|judge|magistrate|notice of|of) [judge] (assigned|assignment|assigning) → Case Assignment and Procedures
    assign* [to] … judge* → Assign Judges in Civil Case
    (assigned|assign|assigning|assignment of) [the] (case|matter|action) [to] → Assigned case to Judge
    (assigned|assignment|assigning) … to [the] [chief|district|magistrate|senior|honorable|hon.] (judge*|honorable|hon.
      |justice) → case is assigned to the Honorable A. B.
    (case|initial|magistrate|judge|mag) assignment → Initial Case Assignment
    magistrate judge … is available → a U.S. Magistrate Judge of this court is available
    order of reference → Order of Reference
    (magistrate|us magistrate) [judge] (consent|assignment|jurisdiction|option|form*) → Magistrate Consent Forms
    (consent*|declination) … (magistrate|us magistrate) → Consent/Declination to Proceed Before a US Magistrate Judge
    (referring|referral|referred) [case|motion*|to|of|matter] → Order Referring Motion
    (judge|judges) … (added|terminated|assigned|reassigned) → Judge added
    (add|added) … judge* → Add and Terminate Judges
    (motion*|submission|matter) submitted to … judge → Motion submitted to District Judge
    notice of (mapn|allocation) → Notice of Allocation and Assignment
  `,
  ...rules('service')`
    (alternat*|substitut*|insuffic*) [of] service → Motion to Dismiss/Insufficency of Service
    service (of process|of summons|by publication|of the complaint|of complaint) → MOTION for service by publication
    (summons|serve defendant*|make service|waiver of service) → Notice to Counsel of Failure to Make Service
    (serve [the] defendant*|serve process|effect service|time to serve|serve by|leave to serve) → MOTION: leave to serve
    order [directing|for|re|regarding] service → Order Directing Service
    # forms received → 285 Forms Received
    service order → 90 days Service Order
  `,
];

/** Topics about time: extensions and the schedule of the case. */
export const timeTopics = [
  ...rules('extension')`
    stipulat* … to (continue|adjourn|reschedule) → STIPULATION and [Proposed] Order to Continue Conference
    stipulat* [and order] [to] (continue|continuing|adjourn|adjourning|extending) → STIPULATION continuing trial
    [first|second|unopposed] extension* [of] [time|deadline*] → Motion for Extension of Time to File Answer
    extend* [the] [time|deadline*] → Motion to Extend Time
    continue → Motion to Continue
    continuance → MOTION for a continuance
    (enlarge*|enlargement) [of] [time] → STIPULATION for ENLARGEMENT OF TIME
    (more|additional|further) time → EX PARTE APPLICATION for Further Time to File
    (adjourn|adjournment) [of|the|conference] → LETTER MOTION to adjourn conference
    (reschedule|postpone) → MOTION to reschedule the hearing
    time to (answer|respond|file|plead) → STIPULATION regarding time to respond
    late (answer|brief|notice) → MOTION to file late brief
    out of time → MOTION for leave to file out of time
  `,
  ...rules('scheduling')`
    (schedule|scheduling|briefing) notice → SCHEDULE NOTICE. Opening Brief Due 11/24/2026
    rule 26 (report|plan) → Joint Rule 26 Report
    (scheduling|rescheduling) (order*|conference*|report*|plan*|notice|letter|stipulat*|deadline*|notification
      |information|statement|matters|issues|procedure*|instructions|and) → Scheduling Order
    motion for scheduling → MOTION for scheduling
    cmc → NOTICE Scheduling Initial CMC
    scheduling adr → Scheduling/ADR Report
    order (to continue|continuing|rescheduling|adjourning|resetting|advancing) … (hearing*|conference|trial)
      → ORDER to Continue Motion hearing
    [dates of] unavailability → LETTER communicating dates of unavailability
    (proposed|briefing|sentencing|trial|discovery|pretrial|motion|case|agreed) schedule → MOTION for briefing schedule
    [joint] case management → JOINT CASE MANAGEMENT STATEMENT
    (amend|modify|amending|modifying) [the] (scheduling|case management|docket control|pretrial) order
      → MOTION to Amend Scheduling Order
    expedit* [the] (briefing|consideration|schedule) → MOTION to Expedite Briefing
    motion* to expedite → MOTION to Expedite
    motion* for [a] (pre motion|premotion) conference → MOTION for pre motion conference
    (preliminary|initial) (pretrial|pre-trial) order → PRELIMINARY PRETRIAL ORDER
    order to continue ends of justice → Order to Continue - Ends of Justice
    to continue in [the] interest* of justice → ORDER to Continue in Interests of Justice
    docket control → DOCKET CONTROL ORDER
    (setting|resetting) … deadline* → RULING LETTER SENT setting reply brief deadline
    progression → ORDER FOR PROGRESSION of a criminal case
    terminate* hearing* → Terminate hearings
    ust … due date → Set UST Statement of Abuse and Course Due Date
    (set|reset|set/reset) … (deadline*|hearing*) → Set/Reset Deadlines/Hearings
    (set|setting|reset|terminate|update|updated|deadline updated|amend|modify|notice of|establish*) [the] [filing
      |hearing|compliance] deadline* → Set Deadlines
    (deadline|deadlines) (updated|set|reset|terminated) → Deadline updated as to the defendant
    (scheduling|rule 16|discovery planning) (conference|conferences) → Scheduling Conference
    [preliminary|initial|final] (pretrial|pre-trial) conference → Pretrial Conference - Initial
    discovery (plan|planning) → Discovery Plan
    rule 26(f) → Rule 26(f) Report
    rule 26f → Rule 26f Report
    (pretrial|pre-trial|discovery) deadline* → Order on Pretrial Deadlines
    (setting|resetting|scheduling|set) [a|the] [preliminary|status|initial|telephone|telephone status|telephonic
      |evidentiary|motion|show cause|briefing|bench|further|final|omnibus|expedited|emergency|in-person] (hearing*
      |conference|schedule) → Order Setting Hearing
    ((shorten|shortening) [of] [the] (time|notice)|expedite* hearing) → Motion to Shorten Time
    order for [emergency|expedited|initial|evidentiary] (hearing|status conference) → Order for Emergency Hearing
  `,
];
