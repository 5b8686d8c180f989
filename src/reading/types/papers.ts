import { rules } from '../rule.ts';

/** Evidence, transcripts, agreements of the parties and reports of where a case stands. */
export const paperRules = [
  ...rules('evidence', [
    ['[local] [civil] rule # [counter] statement*', 'RULE 56.1 STATEMENT. Document filed by the plaintiff'],
    ['(trial|hearing|deposition) exhibit*', 'Trial Exhibits'],
    ['list of exhibit*', 'List of Exhibits'],
    ['statement of (genuine issues|material undisputed facts)', 'Statement of Genuine Issues of Material Facts'],
    ['summary judgment evidence', 'Summary Judgment Evidence Appendix'],
    ['[notice of] (lodging|filing) [of] [certified] administrative record', 'Notice of Lodging Administrative Record'],
    ['[joint|notice of filing of] (exhibit|exhibits|exhibit(s)) [list]', 'Exhibit List'],
    ['[supplemental|notice of] (declaration|affidavit|affirmation)*', 'DECLARATION in Support'],
    [
      '(declaration|affidavit|affirmation|certification) … in (support|opposition)',
      'DECLARATION of counsel in Opposition to Motion',
    ],
    ['certification (in|of counsel in) (support|opposition)', 'CERTIFICATION in Support of motion'],
    ['appendix', 'Appendix'],
    [
      '[counter|separate|joint|local rule #] statement of [undisputed|material|uncontroverted' +
        '|disputed] [material] facts',
      'STATEMENT of Facts',
    ],
    ['[administrative|certified] record*', 'Administrative Record'],
    ['[sealed] (attachment|attachments) [exhibit*]', 'Sealed Attachment/Exhibit(s)'],
    ['(trust fund|prisoner) [trust] account [statement]', 'Trust Fund Account Statement'],
    ['expert report', 'EXPERT REPORT of the accountant'],
    [
      'notice of filing [of] … (exhibit*|declaration|affidavit|deposition|record)',
      'Notice of Filing, Exhibit (Additional)',
    ],
    ['notice of (manual|conventional) filing', 'NOTICE of Manual Filing of exhibits'],
    ['(letter|letters) of support', 'Letters of support'],
    ['[debtor*] evidence of', "Debtor's Evidence of Employer Payments"],
    ['victim impact statement', 'Victim Impact Statement'],
    ['unsworn (declaration|statement)', 'Unsworn Declaration'],
  ]),
  ...rules('transcript', [
    [
      '[official|redacted|notice of filing [of]|notice to counsel of filing of|sealed] [official] transcript*',
      'TRANSCRIPT of Proceedings',
    ],
    ['notice (to|of) … [official] transcript*', 'Notice to counsel of filing of official transcript'],
    ['[notice of intent to (request|file)] redaction', 'NOTICE OF INTENT to Request Redaction'],
    ['[notification|notice] (by|from|of) court reporter', 'Notification by court reporter'],
    ['court reporter (acknowledg*|notif*)', 'Court reporter acknowledgement'],
    ['(request|order|designation) (for|of) transcript*', 'Request for Transcript'],
    ['[ao #] transcript order', 'TRANSCRIPT ORDER form'],
    ['[appeal] (order|ordering) [of] transcript*', 'Order of Transcript'],
  ]),
  ...rules('stipulation', [
    ['[joint|proposed|agreed] stipulat*', 'STIPULATION extending time'],
    ['[joint] agreement', 'AGREEMENT of the parties'],
    ['joint (proposal|proposed|motion and stipulation)', 'Joint Proposal for a schedule'],
    ['consent (to|of) [the] (judgment|entry|parties|transfer)', 'CONSENT to Entry of Judgment'],
    ['(settlement agreement|compromise)', 'SETTLEMENT AGREEMENT of the parties'],
  ]),
  ...rules('dismissal', [
    ['[notice of|joint|agreed|proposed] [joint] (voluntary|stipulated) dismissal', 'NOTICE of Voluntary Dismissal'],
    [
      '[joint] (stipulation|stipulations) … (of|for|to) [voluntary] (dismiss*|discontinuance)',
      'STIPULATION of Dismissal',
    ],
    ['[joint] stipulated (dismissal|notice of dismissal)', 'Joint Stipulated Dismissal'],
    ['notice of [partial|joint|voluntary|stipulated] (dismissal|nonsuit|discontinuance)', 'Notice of Dismissal'],
    ['stipulation … dismissing', 'STIPULATION dismissing claims'],
    ['[joint] notice of [pending|conditional|tentative|mediation] settlement', 'Notice of Settlement'],
    ['notice of [provisional] (settlement|resolution|compromise)', 'NOTICE of Resolution'],
    ['dismissal by', 'DISMISSAL by the plaintiff'],
    ['[notice of] (suggestion of settlement|stipulation of discontinuance)', 'Stipulation of Discontinuance'],
  ]),
  ...rules('status', [
    ['notice of mediation (outcome|result*|report)', 'Notice of Mediation Outcome'],
    ['settlement conference (statement|memorandum|brief)', 'Settlement Conference Statement'],
    ['(status|case management|pretrial|pre-trial) conference statement', 'Status Conference Statement'],
    ['(pre-hearing|prehearing) statement', 'Pre-Hearing Statement'],
    ['notice of status', 'Notice of Status'],
    ['[joint] case management (statement|report|plan)', 'JOINT CASE MANAGEMENT STATEMENT'],
    ['rule #(f) (report|plan)', 'RULE 26(f) REPORT by the plaintiff'],
    [
      '[joint] (scheduling|planning|preliminary|discovery) (report|plan|conference report)',
      'SCHEDULING REPORT - Rule 26(f)/16.1',
    ],
    ['[joint] proposed (case management plan|discovery plan|scheduling plan)', 'Proposed Case Management Plan'],
    ['(mediation|mediator*|adr|settlement) (report|statement|certification|conference report)', 'MEDIATION REPORT'],
    ['[joint] (pretrial|pre-trial) (statement|conference statement)', 'Joint Pretrial Conference Statement'],
    ['[joint|trustee*|monthly|final|initial|interim|quarterly|annual] report*', 'Report of the trustee'],
    ['joint (rule|report|statement)', 'JOINT STATEMENT of the parties'],
    ['(trustee|trustee*) … report', "Chapter 7 Trustee's Report of No Distribution"],
    [
      '[first] meeting … report of no distribution',
      "First meeting held and concluded and trustee's report of no distribution",
    ],
    ['final (account|report)', 'Final Report and Account'],
  ]),
];

/** What parties give one another before trial. */
export const discoveryRules = rules('discovery', [
  ['notice of expert*', 'NOTICE of Expert Witness'],
  ['disclosure of … contentions', 'Disclosure of Asserted Claims and Infringement Contentions'],
  ['witness and exhibit list*', 'Witness and Exhibit Lists'],
  ['exhibit and witness list*', 'Exhibit and Witness List'],
  ['(disclosure|designation) of expert*', 'Disclosure of Expert Testimony'],
  ['notice of service of', 'Notice of Service of discovery'],
  ['notice (of|to) [taking|take|intent to take] [of] [video*] deposition*', 'Notice to Take Deposition'],
  ['notice of … deposition*', 'NOTICE of amended deposition'],
  ['deposition', 'Deposition of the witness'],
  [
    '(certificate|proof|affidavit) of service [of|re|regarding] … (disclosure*|discovery|interrogator*|production' +
      '|admission*|subpoena|contentions)',
    'CERTIFICATE of service of initial Rule 26 disclosures',
  ],
  [
    '(certificate|proof) of service … (interrogator*|requests for|disclosures|discovery)',
    'CERTIFICATE OF SERVICE by the plaintiff of responses to interrogatories',
  ],
  ['[initial|rule # initial|pretrial|expert|rule #] disclosures', 'Initial Disclosures'],
  ['initial disclosure', 'Initial Disclosure per FRCP 26'],
  [
    '(interrogator*|requests? for (production|admission*)|request for (production|admission*) [of documents])',
    'Interrogatories Propounded',
  ],
  [
    '(answer|answers|response|responses|objections) to [first] (interrogator*|discovery|request* for' +
      '|local rule # interrogator*)',
    'Answer to Interrogatories',
  ],
  ['subpoena*', 'SUBPOENA issued to the bank'],
  ['notice of [intent to|issuance of|service of] [serve] subpoena*', 'Notice of Subpoena'],
  ['(infringement|invalidity) contentions', 'INFRINGEMENT CONTENTIONS served'],
  ['notice of … (initial disclosures|discovery|contentions|interrogatories)', 'NOTICE of Service of Discovery'],
  ['notice of compliance', 'NOTICE OF COMPLIANCE with disclosures'],
  ['(expert|witness) (disclosure*|designation*|list)', 'EXPERT DISCLOSURE by the defendant'],
  ['[notice of] (examination|# examination)', 'Notice of Rule 2004 Examination'],
  ['notice of … # examination', 'Notice of Rule 2004 Examination of the debtor'],
  ['privilege log', 'Privilege Log'],
  ['bill of particulars', 'Bill of Particulars'],
  ['discovery (by|request*|response*|letter)', 'DISCOVERY by the government'],
]);
