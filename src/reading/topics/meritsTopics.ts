import { rules } from '../rule.ts';

/** Topics of how a case is decided, and of proof. */
export const meritsTopics = [
  ...rules('dismissal', [
    ['(dismiss*|discontinuance|discontinued|nonsuit)', 'MOTION to Dismiss'],
    [
      'dismiss* [portions of|majority of|in part|plaintiff*|the] [the|first|second|third|fourth|corrected' +
        '|verified|consolidated] amended [class action|consolidated|class] (complaint|petition|counterclaim*)',
      'MOTION to Dismiss First Amended Class Action Complaint',
    ],
    ['failure to state a claim', 'MOTION for judgment for failure to state a claim'],
  ]),
  ...rules('summary judgment', [['[partial] summary (judgment|adjudication)', 'Motion for Partial Summary Judgment']]),
  ...rules('judgment on the pleadings', [['judgment on [the] pleadings', 'Motion for Judgment on the Pleadings']]),
  ...rules('default', [
    ['[entry of] [clerk*] default* [judgment]', 'Request to Enter Default'],
    [
      '[motion*] [to] (set aside|vacate) [#] [the] [clerk*] [entry of] default [judgment]',
      'Motion to Set Aside Default',
    ],
  ]),
  ...rules('claim construction', [
    ['claim construction', 'Claim Construction Opening Brief'],
    ['markman', 'Markman Hearing is set'],
  ]),
  ...rules('injunction', [
    ['[preliminary|permanent] (injunction|injunctive|injunctions)', 'MOTION for preliminary injunction'],
    ['(temporary restraining|tro)', 'Motion for TRO'],
    ['enjoin*', 'ORDER that the defendants are enjoined'],
  ]),
  ...rules('discovery', [
    ['rule 26 (report|plan)', 'Joint Rule 26 Report'],
    ['[fact|expert|jurisdictional] discovery', 'Motion for Discovery'],
    ['compel*', 'Motion to Compel'],
    ['protective order*', 'Motion for Protective Order'],
    ['(confidentiality order|confidentiality agreement)', 'STIPULATED confidentiality order'],
    ['(deposition*|depose)', 'Motion to Take Deposition'],
    ['(subpoena*|quash*)', 'Motion to Quash'],
    [
      '(interrogator*|requests? for production|request for production|requests for production|request* for admission*)',
      'Interrogatories Propounded',
    ],
    ['(initial|rule 26|rule 26(a)(1)|pretrial|expert) disclosures', 'Initial Disclosures'],
    ['rule 26(f)', 'Rule 26(f) Report'],
    ['discovery (plan|planning)', 'Joint Discovery Plan'],
    ['rule 26f', 'Rule 26f Report'],
    [
      '(2004 examination|rule 2004|order to appear for examination|judgment debtor exam*)',
      'Motion Rule 2004 Examination',
    ],
    [
      '(letters rogatory|letter rogatory|electronically stored|clawback|bill of particulars)',
      'MOTION for letters rogatory',
    ],
    ['witness [and exhibit] list*', 'Witness List'],
  ]),
  ...rules('reconsideration', [
    ['(reconsider*|rehearing|reargument|rehear)', 'Motion for Reconsideration'],
    ['relief from (judgment|order|final judgment)', 'MOTION for Relief from Judgment'],
    ['new trial', 'MOTION for New Trial'],
    ['(alter|amend) [or amend] [the|a|its|this] (judgment|order)', 'Motion to Alter Judgment'],
    ['judgment (as a matter of law|notwithstanding|nov|of acquittal)', 'Motion for Judgment NOV'],
    ['acquittal', 'Motion for Acquittal'],
    ['(vacate|vacating|set aside) … 2255 motion', 'ORDER to set aside 2255 motion'],
    ['(motion*|application|request|petition|stipulation) … (vacate|set aside|rescind)', 'Motion to Vacate'],
    [
      'to (vacate|set aside|rescind) [the|a|an|this|prior|default|court*|final|clerk*] (order|judgment|conviction' +
        '|dismissal|default|entry)',
      'LETTER asking to vacate the judgment',
    ],
    [
      'order* (vacating|setting aside) [the|a|prior|order|clerk*|entry] [of] (dismissal|default|judgment)',
      'Order Vacating Dismissal',
    ],
    ['(vacating|setting aside) … conviction', 'BRIEF in support of vacating the conviction'],
    ['# vacate', 'Hearing Continued (RE: 38 Vacate)'],
    [
      '(reopen|reopening|reinstate|reinstating) [chapter|the|this|adversary] (case|proceeding|appeal)',
      'Motion to Reinstate Case',
    ],
  ]),
  ...rules('expert', [
    ['(daubert|expert*)', 'DAUBERT MOTION to exclude testimony'],
    ['in limine', 'Motion in Limine'],
    ['(exclude|excluding|preclude) [the] [testimony|evidence|expert|opinion*]', 'Motion to Exclude'],
  ]),
  ...rules('jurisdiction', [
    ['[lack of] [personal|subject matter] jurisdiction', 'Motion to Dismiss/Lack of Jurisdiction'],
  ]),
  ...rules('strike', [['(strike|striking|stricken)', 'Motion to Strike']]),
  ...rules('class', [
    ['certif* … class', 'Motion to Certify Class'],
    ['class (certif*|counsel|notice|settlement|action)', 'MOTION for Class Certification'],
    [
      '(rule 23(f)|to 23(f)|collective action|conditional certification)',
      'Petition for permission to appeal pursuant to 23(f)',
    ],
  ]),
  ...rules('fees', [
    ['attorney* fee*', "MOTION for attorney's fees"],
    ['(bill of|taxation of|tax|taxing|for|award* of|awarding|and) costs', 'Bill of Costs'],
    [
      '(application*|interim|final|allow*|award*|objection to|statement for) [for] [interim|final] compensation',
      'Application for Compensation',
    ],
    ['fees [and] (costs|expenses)', 'MOTION for fees and expenses'],
    ['(awarding|award of|motion for|petition for) [attorney*] (fees|costs)', 'ORDER AWARDING FEES'],
    ['[monthly] fee (application|statement)', 'Monthly Fee Statement'],
  ]),
  ...rules('settlement', [
    ['settle*', 'Order Setting Settlement Conference'],
    ['mediat*', 'Order Setting Mediation Conferences'],
    [
      '(referred|referring|referral|refer) [of] [case|matter|action] [to|for] [the] [court*|early' +
        '|voluntary] (mediation|adr|arbitration|settlement|alternative dispute)',
      'Case Referred to Mediation',
    ],
    ['(compromise|facilitation|alternative dispute|adr|early neutral)', 'ORDER for Facilitation'],
  ]),
  ...rules('trial', [
    ['[jury|bench|non-jury|speedy] trial', 'Jury Trial -Held'],
    [
      '(verdict|voir dire|juror*|instruction* to the jury|jury (verdict|demand|instruction*|note*|selection' +
        '|questionnaire*|list|deliberation*|charge))',
      'Proposed Voir Dire',
    ],
    [
      '(final pretrial|final pre-trial|pretrial order|pretrial memorandum|pretrial statement|joint pretrial' +
        '|pre-trial order)',
      'Proposed Pretrial Order',
    ],
    ['(preliminary|initial) (pretrial|pre-trial) order', 'PRELIMINARY PRETRIAL ORDER'],
    ['[preliminary|initial|final] (pretrial|pre-trial) conference', 'Pretrial Conference - Initial'],
    ['(pretrial|pre-trial) disclosures', 'Pretrial Disclosures'],
    ['witness [and exhibit] list*', 'Witness List'],
  ]),
  ...rules('infringement', [
    ['[amend] [preliminary] (infringement|invalidity) contentions', 'INFRINGEMENT CONTENTIONS served'],
    ['(ao 120|ao120|ao 121|ao121|form 120|form 121)', 'AO 120 form'],
    ['(patent|trademark|copyright)* … (report|form|action)', 'Patent Report Sent To Washington'],
    ['report … (patent|trademark|copyright)*', 'Report Regarding Patent & Trademark'],
  ]),
  ...rules('sanctions', [['(sanction*|contempt)', 'Motion for Sanctions']]),
];
