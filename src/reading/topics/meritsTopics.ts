import { rules } from '../rule.ts';

export const meritsTopics = [
  ...rules('dismissal')`
    (dismiss*|discontinuance|discontinued|nonsuit) → MOTION to Dismiss
    dismiss* [portions of|majority of|in part|plaintiff*|the] [the|first|second|third|fourth|corrected|verified
      |consolidated] amended [class action|consolidated|class] (complaint|petition|counterclaim*)
      → MOTION to Dismiss First Amended Class Action Complaint
    failure to state a claim → MOTION for judgment for failure to state a claim
  `,
  ...rules('summary judgment')`[partial] summary (judgment|adjudication) → Motion for Partial Summary Judgment`,
  ...rules('judgment on the pleadings')`judgment on [the] pleadings → Motion for Judgment on the Pleadings`,
  ...rules('default')`
    [entry of] [clerk*] default* [judgment] → Request to Enter Default
    [motion*] [to] (set aside|vacate) [#] [the] [clerk*] [entry of] default [judgment] → Motion to Set Aside Default
  `,
  ...rules('claim construction')`
    (claim construction|markman) → Claim Construction Opening Brief
  `,
  ...rules('injunction')`
    [preliminary|permanent] (injunction|injunctive|injunctions) → MOTION for preliminary injunction
    (temporary restraining|tro|enjoin*) → Motion for TRO
  `,
  ...rules('discovery')`
    (rule 26 (f|report|plan)|discovery (plan|planning)) → Joint Rule 26 Report
    [fact|expert|jurisdictional] discovery → Motion for Discovery
    (compel*|protective order*|rule 26f|confidentiality order|confidentiality agreement|deposition*|depose|subpoena*
      |quash*|2004 examination|rule 2004|order to appear for examination|judgment debtor exam*|letters rogatory
      |letter rogatory|electronically stored|clawback|bill of particulars|request* for production) → Motion to Compel
    (initial|rule 26|rule 26(a)(1)|pretrial|expert) disclosures → Initial Disclosures
    witness [and exhibit] list* → Witness List
  `,
  ...rules('reconsideration')`
    (reconsider*|rehearing|reargument|rehear|new trial|acquittal|jmol|directed verdict
      |# vacate) → Motion for Reconsideration
    relief from (judgment|order|final judgment) → MOTION for Relief from Judgment
    (alter|amend) [or amend] [the|a|its|this] (judgment|order) → Motion to Alter Judgment
    judgment (as a matter of law|notwithstanding|nov|of acquittal) → Motion for Judgment NOV
    rule (50 b|59 [e]|60 [b]) [renewed] motion* → ORDER denying the Rule 59(e) motion
    (motion*|application) [to alter] … under … rule (50 b|59 e|60 b) → Motion under Rule 59(e)
    (vacate|vacating|set aside) … 2255 motion → ORDER to set aside 2255 motion
    (motion*|application|request|petition|stipulation) … (vacate|set aside|rescind) → Motion to Vacate
    to (vacate|set aside|rescind) [the|a|an|this|prior|default|court*|final|clerk*] (order|judgment|conviction|dismissal
      |default|entry) → LETTER asking to vacate the judgment
    order* (vacating|setting aside) [the|a|prior|order|clerk*|entry] [of] (dismissal|default|judgment)
      → Order Vacating Dismissal
    (vacating|setting aside) … conviction → BRIEF in support of vacating the conviction
    (reopen|reopening|reinstate|reinstating) [chapter|the|this|adversary] (case|proceeding|appeal) → Motion: Reopen Case
  `,
  ...rules('expert')`
    (daubert|expert*|in limine) → DAUBERT MOTION to exclude testimony
    (exclude|excluding|preclude) [the] [testimony|evidence|expert|opinion*] → Motion to Exclude
  `,
  ...rules('jurisdiction')`[lack of] [personal|subject matter] jurisdiction → Motion to Dismiss/Lack of Jurisdiction`,
  ...rules('strike')`(strike|striking|stricken) → Motion to Strike`,
  ...rules('class')`
    certif* … class → Motion to Certify Class
    class (certif*|counsel|notice|settlement|action) → MOTION for Class Certification
    (rule 23(f)|to 23(f)|collective action|conditional certification) → Petition pursuant to 23(f)
  `,
  ...rules('fees')`
    attorney* fee* → MOTION for attorney's fees
    (bill of|taxation of|tax|taxing|for|award* of|awarding|and) costs → Bill of Costs
    (application*|interim|final|allow*|award*|objection to|statement for) [for] [interim|final] compensation
      → Application for Compensation
    fees [and] (costs|expenses) → MOTION for fees and expenses
    (awarding|award of|motion for|petition for) [attorney*] (fees|costs) → ORDER AWARDING FEES
    [monthly] fee (application|statement) → Monthly Fee Statement
  `,
  ...rules('settlement')`
    (settle*|mediat*) → Order Setting Settlement Conference
    (referred|referring|referral|refer) [of] [case|matter|action] [to|for] [the] [court*|early|voluntary] (mediation|adr
      |arbitration|settlement|alternative dispute) → Case Referred to Mediation
    (compromise|facilitation|alternative dispute|adr|early neutral) → ORDER for Facilitation
  `,
  ...rules('trial')`
    [jury|bench|non-jury|speedy] trial → Jury Trial -Held
    (verdict|voir dire|juror*|instruction* to the jury|jury (verdict|demand|instruction*|note*|selection|questionnaire*
      |list|deliberation*|charge)) → Proposed Voir Dire
    (final pretrial|final pre-trial|pretrial order|pretrial memorandum|pretrial statement|joint pretrial
      |pre-trial order) → Proposed Pretrial Order
    (preliminary|initial) (pretrial|pre-trial) order → PRELIMINARY PRETRIAL ORDER
    [preliminary|initial|final] (pretrial|pre-trial) (conference|disclosures) → Pretrial Conference - Initial
    witness [and exhibit] list* → Witness List
  `,
  ...rules('infringement')`
    [amend] [preliminary] (infringement|invalidity) contentions → INFRINGEMENT CONTENTIONS served
    (ao 120|ao120|ao 121|ao121|form 120|form 121) → AO 120 form
    (patent|trademark|copyright)* … (report|form|action) → Patent Report Sent To Washington
    report … (patent|trademark|copyright)* → Report Regarding Patent & Trademark
  `,
  ...rules('sanctions')`(sanction*|contempt) → Motion for Sanctions`,
];

export const personsTopics = [
  ...rules('pro hac vice')`
    [appear|admission|admit|appearance] [attorney|counsel] pro hac [vice] → Motion to appear Pro hac vice
    add attorney* pro hac [vice] → Add Attorneys Pro Hac Vice
    (phv|permission to practice|admission of attorney|admit attorney) → PHV Motion
    (special|limited|temporary) admission* [form|of] → Application for Limited Admission
  `,
  ...rules('representation')`
    (withdrawing|terminating|substituting|relieving) (attorney|counsel) → Order Withdrawing Attorney
    (added|add) [counsel] … for (respondent|petitioner|appellant|appellee|plaintiff|defendant) → ADDED A for Respondent
    (attorney|counsel) representation → NOTICE: An Attorney Representation Hearing is set
    (status of counsel|application to employ|(desig|designation) of local counsel) → Minute Entry: STATUS OF COUNSEL
    relieved as [the] (counsel|attorney) → ORDER: A. B. is relieved as counsel
    (attorney*|counsel*) [motion*] to withdraw → Order on Counsel's Motion to Withdraw
    (withdraw|withdrawal) [of|as] [lead|local|co|the] (attorney*|counsel|appearance) → Motion to Withdraw as Attorney
    substitut* … (attorney*|counsel) → Motion to Substitute Attorney
    [notice of] (appearance of counsel|attorney appearance|notice of appearance|entry of appearance)
      → Notice of Appearance of Counsel
    attorney … (terminated|added|substituted) → ATTORNEY, for the respondent, TERMINATED
    (withdraw|relieve|disqualify) … (attorney*|counsel) → MOTION by counsel for the defendant to withdraw as attorney
    (add|terminate|added) … attorney* → Add Attorneys
    (employ|employment of|retain|retention of|retention and employment of) … (attorney*|counsel|law firm|special counsel
      |llp|p.c.) → ORDER Granting Employment of Counsel
    (change of|new) (address|counsel|attorney) → Change of Address
  `,
  ...rules('in forma pauperis')`
    [proceed] [in] forma pauperis → Motion for Leave to Proceed in forma pauperis
    (ifp|ifpp|criminal justice act|financial hardship|without prepay*|financial affidavit
      |pauper) → Motion to proceed IFP
    cja (#|appointment|voucher|counsel will be|form) → CJA 23 Financial Affidavit
    (appoint|appoints|appointing|appointment of|appointed) [of|as] [new|cja|panel|federal|public|attorney
      |pro bono] (counsel|defender|attorney|public defender) → Order Appointing Public Defender
    (federal|public) defender* … (appointed|apptd|assigned) → MOTION that the Public Defender be assigned
    appointment type (afpd|cja|fpd|federal) → Initial Appearance held. Appointment Type: AFPD
    (trust fund|prisoner) account → Trust Fund Account Statement
  `,
  ...rules('appeal')`
    supreme court case [info] → Supreme Court Case Info
    (appeal|appeals|interlocutory appeal|usca*|mandate|certiorari|court of appeals|appealability
      |petition for review) → Notice of Appeal
    appellate (brief*|court|review|procedure|proceedings) → MOTION to stay pending appellate review
  `,
  ...rules('habeas')`
    habeas [corpus] → Petition for Writ of Habeas Corpus
    [28 usc|28 u.s.c.|rule|section|under] (2254|2241|2255) → PETITION pursuant to 28 USC 2241
    (vacate|set aside|correct) … 2255 → Notice of Motion to Vacate 2255
  `,
  ...rules('sentence')`
    (sentencing schedule|sentenc*|presentence|pre-sentence|resentenc*|2255|offender under supervision
      |judgment in a criminal case|statement of reasons|supervised release|probation|downward departure|restitution
      |compassionate release|psi|psr|pre-plea|imprisonment|time served|penalty assessment|special assessment
      |months custody|judgment in criminal|judgment and commitment|judgment & commitment) → Sentencing Memorandum
    motion* for [downward|upward] variance → ORAL ORDER denying 657 Motion for Variance
    (vacate|set aside|correct) … 2255 → Notice of Motion to Vacate 2255
    (conditions or term|term or conditions|conditions) of supervision → Modifying the Conditions of Supervision
  `,
];
