import { rules } from '../rule.ts';

/** Words that look like a topic and are none: these rules apply first, so that no topic is found in them. */
export const noTopics = rules('no topic', [
  [
    'remand* to [the] (custody|usm|usms|marshal*|us marshal*|united states marshal*|bop)',
    'ORDER: defendant is remanded to the custody',
  ],
  [
    '(pending|until|after) [the] (resolution|disposition|outcome|determination|decision) of [the|its|his' +
      '|an] … (appeal [to the court of appeals]|appeals|petition)',
    "the order is stayed pending resolution of the Government's appeal to the Court of Appeals",
  ],
  ['# (sealed|redacted|restricted) (document|exhibit|event)*', 'MOTION for leave to respond to 584 Sealed Document'],
  ['due to [the] unavailability', 'MINUTE entry: Due to unavailability of counsel, the Court appoints new counsel'],
  ['sealed none', 'RECORD RECEIVED. Comment: one disc, Sealed: None'],
  ['(on|upon|after|pending) reassignment', "CLERK'S NOTICE Scheduling Initial CMC on Reassignment"],
  [
    '[fact|expert|all] discovery (due|to be completed|completed|closes|ends|shall be completed|must be completed)',
    'ORDER: Fact discovery to be completed by 4/3/2026',
  ],
  ['(first|1st) class mail', 'CLERK sends the order by certified and first class mail'],
  ['(pretrial|pre trial) order (#|no|no.|number)', 'PRETRIAL ORDER #4: granting leave'],
  ['appointment of counsel waived', 'Arraignment held. Appointment of counsel waived'],
  ['(vacating|vacated) [in part] [and] (remanding|remanded)', 'Ruling: Vacated/Remanded'],
  [
    '(day|deadline) to (amend|add|join) [or] [amend|add|join] [parties|pleadings]',
    'MINUTES: Last day to amend or add parties 5/10/2026',
  ],
  ['(bail|bond|conditions) to continue', 'MINUTES: plea of not guilty entered. Bail to continue'],
  ['(reversed|reversing|vacated) [and] (remanded|remanding)', 'FILED OPINION: REVERSED AND REMANDED'],
  ['following [the] appeal', 'MOTION of Counsel to Withdraw Following Appeal'],
  [
    '(pending|until|after) [a|the|court*] (ruling|decision|resolution|disposition|determination|outcome) (on' +
      '|of) … (dismiss|judgment|compel|transfer|remand|motion*)',
    'MOTION to Stay Discovery Pending Ruling on Motion to Dismiss',
  ],
  [
    '(pretrial|pre trial) (confinement|detention|release|services|diversion)',
    'MOTION about the conditions of pre-trial confinement',
  ],
  ['assignment [transfer] of claim*', 'Notice of Assignment of Claim'],
  ['referral to [the] probation', 'Order of Referral to Probation for a Presentence Investigation'],
  [
    'at [the] [initial|further] (case management|scheduling) (hearing|conference)',
    'MOTION to Appear Telephonically at the Case Management Hearing',
  ],
  ['(date|hearing*|conference*|deadline*) … stricken', 'MINUTE entry: the date given in court is stricken'],
  ['dismissed [and] converted', 'Notice of Intent to File Final Report - Chapter 13 Dismissed/Converted'],
  ['(will be|is) on trial', 'MINUTE entry: the judge will be on trial for two weeks'],
  ['commissions and costs', 'Order authorizing the trustee to pay commissions and costs'],
  [
    '(ii|iii|iv|v|b|c) (scheduling|setting) [a|an|the] [final|interim|further] hearing',
    'MOTION for an order (I) authorizing use of cash collateral and (II) scheduling a final hearing',
  ],
  ['transfer in kind', 'NOTICE of Transfer in Kind of an Asset'],
  ['no financial affidavit', 'Initial Appearance held. NO FINANCIAL AFFIDAVIT TAKEN'],
  ['(intent|leave) to serve [a|an|the] [third party] subpoena*', 'Notice of Intent to Serve Subpoena'],
  ['cases assigned to', 'STANDING ORDER for cases assigned to Judge A. B.'],
  ['that court assigned to', 'transferred and, with the consent of that court, assigned to the Honorable A. B.'],
  ['on the judgment in a criminal case', 'the clerk shall note the order on the judgment in a criminal case'],
  ['(stand|at|during|before|for use at) trial', 'ORDER: defendant is competent to stand trial'],
  [
    'submitted to (judge|the judge) [a|the|kennelly*] … (proposed order|e mail|email)',
    'Draft order to be submitted to Judge A. B. proposed order email address',
  ],
  [
    '(to|and|or) continue (insurance|using|use|to|performing|operating|honor*|their|its|certain|prepetition|the use)',
    'Order authorizing the debtors to continue insurance policies',
  ],
  ['prior to [a|the] rule 26(f) conference', 'MOTION for discovery prior to a Rule 26(f) conference'],
  ['compel* (payment|turnover|performance|abandonment|assumption)', 'Motion for an order compelling payment'],
  ['compel arbitration', 'MOTION to compel arbitration'],
  ['vacat* [the] [status|motion] (hearing*|conference*|date*|deadline*|trial)', 'Notice Vacating Hearing'],
  ['with leave to amend', 'ORDER denying confirmation with leave to amend'],
  ['strike # holdings', 'NOTICE of Related Cases filed by Strike 3 Holdings'],
  ['(pending|speedy) trial', 'Motion to Detain Pending Trial'],
  ['(exclude|excluding|exclusion of|excludable) [speedy trial] time', 'STIPULATION to exclude speedy trial time'],
  ['for trial purposes', 'Redacted Indictment for Trial purposes only'],
  ['amend [a|the|any] (lease|plan|schedule*|list|matrix|bylaws)', 'Motion authorizing the debtors to amend a lease'],
  ['adr scheduling', 'ADR SCHEDULING ORDER'],
  ['having been (dismissed|converted|reopened)', 'The case having been dismissed; IT IS ORDERED that it is closed'],
  ['grand jury', 'Motion: the Grand Jury was not asked'],
  ['(automatic|result in|subject to|previous|prior) dismissal', 'Failure to comply will result in dismissal'],
  ['(will|may|shall) be dismissed', 'This case will be dismissed if no fee is paid'],
  [
    '[substantively|jointly] consolidated (member|cases|appeal*|action*|plaintiff*|defendant*|sipa|class|amended' +
      '|complaint)',
    'AMENDED ORDER in all consolidated member cases',
  ],
  ['# notice of removal', 'STIPULATION re 1 Notice of Removal'],
  [
    '(to|answer|of|the|respond to) [plaintiff*] [the|first|second|third|fourth|corrected|verified' +
      '|consolidated] amended [class action|consolidated|class] (complaint|petition|answer|counterclaim*)',
    'Response to the Second Amended Complaint',
  ],
  ['pending [conditional] transfer order', 'In light of the pending conditional transfer order, the action is stayed'],
  ['(trial|hearing) setting', 'Motion Hearing/Trial Setting'],
  ['no mandate', 'No mandate shall issue'],
  ['protective order* (entered|in) [any]', 'Prior protective orders entered in any matter'],
  ['(sealed|redacted) (district court documents|copy of)', 'CD of sealed district court documents'],
  ['habeas corpus ad (prosequendum|testificandum)', 'Writ of Habeas Corpus ad Prosequendum Issued'],
  ['[leave to] serve [a] third party', 'MOTION for leave to serve third party subpoena'],
]);
