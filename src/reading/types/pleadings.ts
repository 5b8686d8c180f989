import { rules } from '../rule.ts';

/** Papers that open or answer claims. */
export const pleadingRules = [
  ...rules('complaint', [
    [
      '[amended|sealed|class action|verified|supplemental|first amended|third party] complaint*',
      'COMPLAINT against the defendant',
    ],
    ['received [pro se|prisoner] (complaint|petition)', 'RECEIVED Complaint by the prisoner, no copies'],
    ['adversary case … complaint', 'Adversary case 10-01002. Complaint by the trustee against the bank'],
    ['(amendment|supplement) to [the] (complaint|petition)', 'AMENDMENT to complaint'],
    ['notice of removal [petition]', 'NOTICE OF REMOVAL from the county court'],
    ['petition', 'Petition against the United States'],
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
    ['(initiating|opening) document', 'Initiating Document'],
    ['rule # pleadings', 'Rule 20 Pleadings - In'],
    ['agency (petition|case) docketed', 'AGENCY CASE docketed'],
  ]),
  ...rules('answer', [
    ['[amended] answer* [and affirmative defenses]', 'ANSWER to 1 Complaint'],
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
