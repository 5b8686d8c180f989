import { rules } from '../rule.ts';

/** Topics of time: more of it, and how the court divides it. */
export const timeTopics = [
  ...rules('extension', [
    ['stipulat* … to (continue|adjourn|reschedule)', 'STIPULATION and [Proposed] Order to Continue Conference'],
    [
      'stipulat* [and order] [to] (continue|continuing|adjourn|adjourning|extending)',
      'STIPULATION and order continuing trial',
    ],
    ['[first|second|unopposed] extension* [of] [time|deadline*]', 'Motion for Extension of Time to File Answer'],
    ['extend* [the] [time|deadline*]', 'Motion to Extend Time'],
    ['extend (time/shorten time|time shorten time)', 'Motion to Extend Time/Shorten Time'],
    ['continue', 'Motion to Continue'],
    ['continuance', 'MOTION for a continuance'],
    ['(enlarge*|enlargement) [of] [time]', 'STIPULATION for ENLARGEMENT OF TIME'],
    ['(more|additional|further) time', 'EX PARTE APPLICATION for Further Time to File'],
    ['(adjourn|adjournment) [of|the|conference]', 'LETTER MOTION to adjourn conference'],
    ['(reschedule|postpone)', 'MOTION to reschedule the hearing'],
    ['time to (answer|respond|file|plead)', 'STIPULATION regarding time to respond'],
    ['late (answer|brief|notice)', 'MOTION to file late brief'],
    ['out of time', 'MOTION for leave to file out of time'],
  ]),
  ...rules('scheduling', [
    ['(schedule|scheduling|briefing) notice', 'SCHEDULE NOTICE. Opening Brief Due 11/24/2026'],
    ['rule 26 (report|plan)', 'Joint Rule 26 Report'],
    [
      '(scheduling|rescheduling) (order*|conference*|report*|plan*|notice|letter|stipulat*|deadline*|notification|information|statement|matters|issues|procedure*|instructions|and)',
      'Scheduling Order',
    ],
    ['motion for scheduling', 'MOTION for scheduling'],
    ['cmc', 'NOTICE Scheduling Initial CMC'],
    ['scheduling adr', 'Scheduling/ADR Report'],
    [
      'order (to continue|continuing|rescheduling|adjourning|resetting|advancing) … (hearing*|conference|trial)',
      'ORDER to Continue Motion hearing',
    ],
    ['[dates of] unavailability', 'LETTER communicating dates of unavailability'],
    [
      '(proposed|briefing|sentencing|trial|discovery|pretrial|motion|case|agreed) schedule',
      'JOINT MOTION for briefing schedule',
    ],
    ['[joint] case management', 'JOINT CASE MANAGEMENT STATEMENT'],
    [
      '(amend|modify|amending|modifying) [the] (scheduling|case management|docket control|pretrial) order',
      'MOTION to Amend Scheduling Order',
    ],
    ['expedit* [the] (briefing|consideration|schedule)', 'MOTION to Expedite Briefing'],
    ['docket control', 'DOCKET CONTROL ORDER'],
    ['(setting|resetting) … deadline*', 'RULING LETTER SENT setting reply brief deadline'],
    ['progression', 'ORDER FOR PROGRESSION of a criminal case'],
    ['terminate* hearing*', 'Terminate hearings'],
    ['ust … due date', 'Set UST Statement of Abuse and Course Due Date'],
    ['set deficient filing deadline*', 'Set Deficient Filing Deadlines'],
    ['(set|reset|set/reset) … (deadline*|hearing*)', 'Set/Reset Deadlines/Hearings'],
    [
      '(set|setting|reset|terminate|update|updated|deadline updated|amend|modify|notice of|establish*) [the] [filing|hearing|compliance] deadline*',
      'Set Deadlines',
    ],
    ['(deadline|deadlines) (updated|set|reset|terminated)', 'Deadline updated as to the defendant'],
    ['(scheduling|rule 16|discovery planning) (conference|conferences)', 'Scheduling Conference'],
    ['[preliminary|initial|final] (pretrial|pre-trial) conference', 'Pretrial Conference - Initial'],
    ['discovery (plan|planning)', 'Discovery Plan'],
    ['rule 26(f)', 'Rule 26(f) Report'],
    ['rule 26f', 'Rule 26f Report'],
    ['(pretrial|pre-trial|discovery) deadline*', 'Order on Pretrial Deadlines'],
    [
      '(setting|resetting|scheduling|set) [a|the] [preliminary|status|initial|telephone|telephone status|telephonic|evidentiary|motion|show cause|briefing|bench|further|final|omnibus|expedited|emergency|in-person] (hearing*|conference|schedule)',
      'Order Setting Hearing',
    ],
    ['((shorten|shortening) [of] [the] (time|notice)|expedite* hearing)', 'Motion to Shorten Time'],
    [
      'order for [emergency|expedited|initial|evidentiary] (hearing|status conference)',
      'Order for Emergency Hearing on Motion',
    ],
  ]),
];
