import { rules } from '../rule.ts';

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
    '(certificate|proof|affidavit) of service [of|re|regarding] … (disclosure*|discovery|interrogator*|production|admission*|subpoena|contentions)',
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
    '(answer|answers|response|responses|objections) to [first] (interrogator*|discovery|request* for|local rule # interrogator*)',
    'Answer to Interrogatories',
  ],
  ['local rule # answers to interrogatories', 'Local Rule 26.1 Answers to Interrogatories'],
  ['response to discovery', 'Response to Discovery'],
  ['subpoena*', 'SUBPOENA issued to the bank'],
  ['notice of [intent to|issuance of|service of] [serve] subpoena*', 'Notice of Subpoena'],
  ['(infringement|invalidity) contentions', 'INFRINGEMENT CONTENTIONS served'],
  ['notice of … (initial disclosures|discovery|contentions|interrogatories)', 'NOTICE of Service of Discovery'],
  ['[joint|plaintiff*|defendant*|amended|government*|proposed] witness list', 'Witness List'],
  ['[final|rule #] pretrial disclosures', 'PRETRIAL DISCLOSURES of the plaintiff'],
  ['notice of compliance', 'NOTICE OF COMPLIANCE with disclosures'],
  ['(expert|witness) (disclosure*|designation*|list)', 'EXPERT DISCLOSURE by the defendant'],
  ['designation of expert*', 'DESIGNATION of Expert Witnesses'],
  ['[notice of] (examination|# examination)', 'Notice of Rule 2004 Examination'],
  ['notice of … # examination', 'Notice of Rule 2004 Examination of the debtor'],
  ['privilege log', 'Privilege Log'],
  ['bill of particulars', 'Bill of Particulars'],
  ['discovery (by|request*|response*|letter)', 'DISCOVERY by the government'],
]);
