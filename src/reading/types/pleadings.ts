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

/** Summonses, and proof that a paper was served. */
export const serviceRules = rules('service', [
  ['notice of lawsuit and request for waiver', 'Notice of Lawsuit and Request for Waiver of Service'],
  ['certificate proof of service', 'Certificate/Proof of Service of motion'],
  ['[request for issuance of|request for|proposed] summons*', 'SUMMONS Issued as to the defendant'],
  ['summons … (issued|returned|requested|executed)', 'Summons and Notice issued'],
  ['request for [issuance of] summons', 'Request for Issuance of Summons'],
  ['praecipe for [a] summons', 'Praecipe for a Summons'],
  [
    '[return|proof|certificate|affidavit|acknowledg*|acceptance|declaration|certification|statement' +
      '|affirmation] of [personal] (service|mailing|publication)',
    'Affidavit of Service',
  ],
  [
    '[supplemental] (proof|certificate|affidavit|certification) of (service|mailing|publication)',
    'CERTIFICATION of Service',
  ],
  ['(affidavit|declaration|affidavit/declaration) of (service|mailing)', 'Affidavit/Declaration of Service'],
  ['[notice and] acknowledg* of service', 'NOTICE AND ACKNOWLEDGEMENT OF SERVICE returned'],
  ['acknowledg* of service', 'ACKNOWLEDGMENT of Service'],
  ['waiver of [the] service', 'Waiver of Service Executed'],
  ['waiver of … service', 'WAIVER of the summons service'],
  ['usm # return*', 'USM 285 Returned Executed'],
  ['[usm] # forms issued', '285 Forms Issued'],
  ['process receipt [and return]', 'Process Receipt and Return as to the defendant'],
  ['exit usm', 'Exit USM 285 forms to U.S. Marshal'],
  ['(judgment|writ) returned', 'Writ returned executed'],
  ['returned (executed|unexecuted)', 'Returned Unexecuted'],
  ['(return|returns) [of]', 'RETURN receipt'],
  ['(service|mail*) (by publication|documents|list)', 'Electronic Service Documents'],
  ['electronic service', 'Electronic Service Documents'],
  ['certified mail [return] receipt', 'Certified Mail Receipt Returned'],
  ['[notice of] (non-service|proof of service|return of service)', 'Notice of Return of Service'],
  ['petition for review of agency order served', 'PETITION FOR REVIEW OF AGENCY ORDER, SERVED'],
  ['service (executed|returned|- miscellan*|miscellan*)', 'Service - Miscellanous'],
  ['request for service', 'Request for Service'],
  ['notice of service', 'Notice of Service'],
  ['ps executed', 'PS executed on 6/21/2026'],
  ['(summons|subpoena) service executed', 'Summons Service Executed'],
  [
    '(proof|certificate|affidavit) of [electronic|personal|corrected|amended|supplemental|mail|attorney' +
      '|substituted] service',
    'Certificate of Electronic Service',
  ],
]);
