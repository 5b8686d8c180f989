import { rules } from '../rule.ts';

/** Papers that open or answer claims. */
export const pleadingRules = [
  ...rules('complaint', [
    [
      '[amended|sealed|class action|verified|supplemental|first amended|third party] complaint*',
      'COMPLAINT against the defendant',
    ],
    ['received [pro se|prisoner] (complaint|petition)', 'RECEIVED Complaint by the prisoner, no copies'],
    ['[adversary] complaint', 'Complaint by the trustee'],
    ['adversary case … complaint', 'Adversary case 10-01002. Complaint by the trustee against the bank'],
    ['(amendment|supplement) to [the] (complaint|petition)', 'AMENDMENT to complaint'],
    ['third party complaint', 'THIRD PARTY COMPLAINT against the insurer'],
    ['notice of removal [petition]', 'NOTICE OF REMOVAL from the county court'],
    ['petition (removal|transfer)', 'Petition (Removal/Transfer)'],
    [
      'petition for (removal|writ|review|relief|declaratory|naturalization|mandamus|enforcement|extraordinary)',
      'PETITION for Writ of Habeas Corpus',
    ],
    ['petition for (review|extraordinary) … (docketed|filed|received)', 'PETITION FOR REVIEW filed by the petitioner'],
    [
      'petition to (confirm|vacate|enforce|compel arbitration|perpetuate|quash|modify)',
      'PETITION to Confirm Arbitration Award',
    ],
    ['petition (under|pursuant to)', 'PETITION pursuant to 28 USC 2241'],
    ['petition', 'Petition against the United States'],
    ['amended [complaint] petition', 'Amended Complaint/Petition'],
    ['writ of habeas corpus petition', 'Writ of Habeas Corpus Petition'],
    [
      '(counterclaim|crossclaim|cross-claim|cross claim|third-party complaint|counter-claim)',
      'COUNTERCLAIM against the plaintiff',
    ],
    ['[sealed|superseding|redacted|second superseding] indictment', 'INDICTMENT as to the defendant'],
    [
      '[superseding|felony] information (as to|- felony|felony|misdemeanor|- misdemeanor|indictment)',
      'INFORMATION as to the defendant count 1',
    ],
    ['superseding information', 'Superseding Information'],
    ['[chapter #] [involuntary] voluntary petition', 'Chapter 13 Voluntary Petition'],
    ['chapter # [involuntary] petition', 'Chapter 11 Involuntary Petition'],
    ['involuntary petition', 'Involuntary Petition against the debtor'],
    ['(initiating|opening) document', 'Initiating Document'],
    ['rule # pleadings', 'Rule 20 Pleadings - In'],
    ['petition for extraordinary relief', 'Petition for extraordinary relief'],
    ['agency (petition|case) docketed', 'AGENCY CASE docketed'],
  ]),
  ...rules('answer', [
    ['[amended] answer* [and affirmative defenses]', 'ANSWER to 1 Complaint'],
    [
      '[amended] answer (and|with) (counterclaim*|crossclaim*|affirmative)',
      'ANSWER and COUNTERCLAIM against the plaintiff',
    ],
    ['answer to [amended] (complaint|counterclaim|petition|crossclaim|third)', 'Answer to Amended Complaint'],
    ['affirmative defenses', 'AFFIRMATIVE DEFENSES of the defendant'],
    ['reply to counterclaim', 'REPLY to Counterclaim'],
    ['general denial', 'General Denial'],
  ]),
];
