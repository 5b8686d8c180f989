import { rules } from '../rule.ts';

export const pleadingRules = [
  ...rules('complaint')`
    [amended|sealed|class action|verified|supplemental|first amended|third party] complaint* → COMPLAINT
    received [pro se|prisoner] (complaint|petition) → RECEIVED Complaint by the prisoner, no copies
    adversary case … complaint → Adversary case 10-01002. Complaint by the trustee against the bank
    (amendment|supplement) to [the] (complaint|petition) → AMENDMENT to complaint
    notice of removal [petition] → NOTICE OF REMOVAL from the county court
    (petition|superseding information|rule # pleadings) → Petition against the United States
    (counterclaim|crossclaim|cross-claim|cross claim|third-party complaint|counter-claim) → COUNTERCLAIM
    [sealed|superseding|redacted|second superseding] indictment → INDICTMENT as to the defendant
    [superseding|felony] information (as to|- felony|felony|misdemeanor|- misdemeanor|indictment) → INFORMATION as to A
    ((initiating|opening) document|agency (petition|case) docketed) → Initiating Document
  `,
  ...rules('answer')`
    [amended] answer* [and affirmative defenses] → ANSWER to 1 Complaint
    (affirmative defenses|reply to counterclaim|general denial) → AFFIRMATIVE DEFENSES of the defendant
  `,
];

export const serviceRules = rules('service')`
  notice of lawsuit and request for waiver → Notice of Lawsuit and Request for Waiver of Service
  (certificate proof of service|petition for review of agency order served|exit usm|request for service
    |notice of service|ps executed|judgment returned|writ returned|electronic service
    |# forms issued) → Certificate/Proof of Service of motion
  [request for issuance of|request for|proposed] summons* → SUMMONS Issued as to the defendant
  praecipe for [a] summons → Praecipe for a Summons
  [return|proof|certificate|affidavit|acknowledg*|notice and acknowledg*|acceptance|declaration|affidavit/declaration
    |certification|statement|affirmation] of [electronic|personal|corrected|amended|supplemental|mail|attorney
    |substituted] (service|mailing|publication) → NOTICE AND ACKNOWLEDGEMENT OF SERVICE returned
  waiver of … service → WAIVER of the summons service
  process receipt [and return] → Process Receipt and Return as to the defendant
  returned (executed|unexecuted) → Returned Unexecuted
  (return|returns) [of] → RETURN receipt
  (service|mail*) (by publication|documents|list) → Electronic Service Documents
  certified mail [return] receipt → Certified Mail Receipt Returned
  [notice of] (non-service|proof of service|return of service) → Notice of Return of Service
  service (executed|returned|- miscellan*|miscellan*) → Service - Miscellanous
`;

/** Filings by which attorneys join, leave or change their address. */
export const appearanceRules = rules('appearance')`
  notice of … withdrawal (of|as|from) [the|representation] (appearance|counsel|attorney*|co-counsel
    |representation) → NOTICE of Withdrawal of Attorney
  notice of firm (name|address) change → Notice of Firm Name Change
  [creditor] request for [special|courtesy] (notice|notices) → Request for Special Notice
  [acknowledgment and|acknowledgement and] [notice of|entry of|attorney] appearance* → ATTORNEY Appearance for Plaintiff
  [amended] notice of [attorney|special|limited|entry of] appearance → Notice of Attorney Appearance - USA
  notice of … and appearance by → NOTICE of A. B., Esq. and Appearance by C. D.
  entry of [attorney] appearance → Entry of Attorney Appearance - USA
  notice of [attorney] (designation|substitution|association) [of] [attorney|appearance|counsel|address|firm|co-counsel]
    → Notice of Substitution of Counsel
  [notice of|consent to] (substitution|withdrawal) of (counsel|attorney|appearance) → Substitution of Counsel
  notice of [attorney] change (of|in) [attorney|business] [address|contact|firm] → NOTICE of Change of Address
  notice of … (change of address|address change|change of firm|lead attorney|lead counsel|attorney designation
    |substitute counsel) → Notice of Address Change of Attorney
  ([consent to] change of (address|attorney|counsel)|consent to change (attorney*|counsel)) → Consent to Change Attorney
  ([notice of] (lead attorney|association of counsel)|designation of (counsel|attorney|local counsel|lead counsel))
    → Notice of Association of Counsel
  (notice|acknowledg*|designation) of [arguing] counsel [for oral argument] → NOTICE of counsel for oral argument
  (argument acknowledgment|notice of unavailability|attorney update|attorney substitution|attorney admission
    |change in counsel|change in attorney|notice of new address|notice of new firm|notice re appearance
    |notice regarding appearance) → Argument acknowledgment filed by the attorney
  (leave|notice) of absence → Leave of Absence
  notice … pro hac vice → NOTICE of Pro Hac Vice Appearance
  [special] admission form → Special Admission Form
`;

/** Filings that name the owners of a party, related cases, or the patents in suit. */
export const disclosureRules = rules('disclosure')`
  statement re # … disclosure statement → Statement re 1 Notice of Removal, CORPORATE DISCLOSURE STATEMENT
  (certification|certificate) and notice of [related|interested] → CERTIFICATION AND NOTICE of Interested Parties
  (corporate|financial) (disclosure*|ownership|parent) → Corporate Ownership Statement
  statement of (corporate ownership|disclosure|corporate disclosure|interested|interest) → Statement of Disclosure
  [certificate|certification|notice|certificate/notice|statement] of [and] (interested|interest*) [parties|persons
    |entities] → Certificate of Interested Persons
  notice of [of] [pendency of] [potential|possibly] (related|other) (case*|action*) → Notice of Related Case
  notice … pendency of [other] action* → NOTICE re 1 Notice of Removal, of pendency of other actions
  [statement] rule # [corporate] disclosure* → Statement Rule 7007.1 Disclosure Statement
  disclosure (statement|of organizational*|of corporate|of interest*|of citizenship) → Disclosure Statement pursuant
  ao # [patent|trademark|copyright|form] → AO 120 Patent Form
  (ao form #|notice of filing of patent|related case|related cases|citizenship statement|citizenship disclosure
    |notice of pendency|certificate of disclosure) → AO Form 120
  (patent|trademark|copyright) … (report|form) → Patent Report Sent To Washington
  report (on|regarding|re) … (patent|trademark|copyright*) → Report Regarding Patent & Trademark
  notice of filing of (ao120|a0120|ao #) [form] → NOTICE of filing of AO120 Form
  (certificate|certification|disclosure) of … (corporate|interest*) → Certificate of Corporate Interest
  (disclosure|disclosures) of → Disclosure of ties to the parties
`;
