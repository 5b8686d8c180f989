import { rules } from '../rule.ts';

/** Who stands behind a party, which cases are related, which patents are in suit. */
export const disclosureRules = rules('disclosure', [
  ['certificate of disclosure', 'Certificate of Disclosure'],
  ['statement re # … disclosure statement', 'Statement re 1 Notice of Removal, CORPORATE DISCLOSURE STATEMENT'],
  ['statement rule # [corporate] disclosure', 'Statement Rule 7007.1 Disclosure Statement'],
  ['(certification|certificate) and notice of [related|interested]', 'CERTIFICATION AND NOTICE of Interested Parties'],
  [
    '[rule #] [corporate|financial|organizational|citizenship] disclosure statement',
    'Rule 7.1 Corporate Disclosure Statement',
  ],
  ['(corporate|financial) (disclosure*|ownership|parent)', 'Corporate Ownership Statement'],
  ['form # corporate disclosure', 'Form 13 Corporate Disclosure Statement'],
  [
    'statement of (corporate ownership|disclosure|corporate disclosure|interested|interest)',
    'Statement of Disclosure of Corporate Affiliations',
  ],
  [
    '[certificate|certification|notice|certificate/notice|statement] of [and] (interested|interest*) [parties|persons|entities]',
    'Certificate of Interested Persons',
  ],
  ['certificate of interested', 'Certificate of Interested Persons and corporate disclosure'],
  ['notice of [of] [pendency of] [potential|possibly] (related|other) (case*|action*)', 'Notice of Related Case'],
  [
    '[notice|certificate|statement] (re|of|regarding) (pendency|related) [of] [other|related] (case*|action*|pendency)',
    'Notice of pendency of related cases',
  ],
  ['notice … pendency of [other] action*', 'NOTICE re 1 Notice of Removal, of pendency of other actions'],
  ['notice of pendency', 'NOTICE OF PENDENCY of other actions'],
  ['(related case|related cases) [notice|statement]', 'Related Case Statement'],
  ['rule # [corporate] disclosure*', 'RULE 7.1 DISCLOSURE'],
  [
    'disclosure (statement|of organizational*|of corporate|of interest*|of citizenship)',
    'Disclosure Statement pursuant to FRCP 7.1',
  ],
  [
    'disclosure of (organizationalinterests|organizational interests)',
    'Disclosure of OrganizationalInterests Certificate',
  ],
  ['ao # [patent|trademark|copyright|form]', 'AO 120 Patent Form'],
  ['(ao120|ao121)', 'AO120 Copyright Form'],
  ['ao form #', 'AO Form 120'],
  ['(patent|trademark|copyright) … (report|form)', 'Patent Report Sent To Washington'],
  ['report (on|regarding|re) … (patent|trademark|copyright*)', 'Report Regarding Patent & Trademark'],
  ['notice of filing of (ao120|a0120|ao #) [form]', 'NOTICE of filing of AO120 Form'],
  ['notice of filing of patent', 'Notice of Filing of Patent/Trademark Form'],
  ['report on filing', 'Report on Filing of Copyright Action'],
  ['(certificate|certification|disclosure) of … (corporate|interest*)', 'Certificate of Corporate Interest'],
  ['citizenship (statement|disclosure)', 'Citizenship Statement'],
  ['disclosure of compensation', 'Disclosure of Compensation of Attorney for Debtor'],
  ['(disclosure|disclosures) of', 'Disclosure of ties to the parties'],
]);
