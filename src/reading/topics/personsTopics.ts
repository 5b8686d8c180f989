import { rules } from '../rule.ts';

/** Topics of attorneys, prisoners, defendants and higher courts. */
export const personsTopics = [
  ...rules('pro hac vice', [
    ['[appear|admission|admit|appearance] [attorney|counsel] pro hac [vice]', 'Motion to appear Pro hac vice'],
    ['add attorney* pro hac [vice]', 'Add Attorneys Pro Hac Vice'],
    ['phv', 'PHV Motion'],
    ['(special|limited|temporary) admission* [form|of]', 'Application for Limited Admission'],
    ['(permission to practice|admission of attorney|admit attorney)', 'VERIFIED PETITION for Permission to Practice'],
  ]),
  ...rules('representation', [
    ['(withdrawing|terminating|substituting|relieving) (attorney|counsel)', 'Order Withdrawing Attorney'],
    [
      '(added|add) [counsel] … for (respondent|petitioner|appellant|appellee|plaintiff|defendant)',
      'ADDED A. B. for Respondent',
    ],
    ['(attorney|counsel) representation', 'NOTICE: An Attorney Representation Hearing is set'],
    ['status of counsel', 'Minute Entry: INQUIRY INTO STATUS OF COUNSEL'],
    ['(desig|designation) of local counsel', 'Notice for Desig of Local Counsel'],
    ['attorney … is relieved', 'Attorney A. B. is relieved in case as to the defendant'],
    ['relieved as [the] (counsel|attorney)', 'ORDER: A. B. is relieved as counsel'],
    ['(attorney*|counsel) to withdraw', 'MOTION of Appellate Counsel to Withdraw'],
    ['(attorney*|counsel*) motion* to withdraw', "Order on Counsel's Motion to Withdraw"],
    [
      '(withdraw|withdrawal) [of|as] [lead|local|co|the] (attorney*|counsel|appearance)',
      'Motion to Withdraw as Attorney',
    ],
    ['substitut* … (attorney*|counsel)', 'Motion to Substitute Attorney'],
    [
      '[notice of] (appearance of counsel|attorney appearance|notice of appearance|entry of appearance)',
      'Notice of Appearance of Counsel',
    ],
    ['(attorney|counsel) (appearance|substitution|withdrawal|terminated|added|designation)', 'ATTORNEY appearance'],
    ['attorney … (terminated|added|substituted)', 'ATTORNEY, for the respondent, TERMINATED'],
    [
      '(withdraw|relieve|disqualify) … (attorney*|counsel)',
      'MOTION by counsel for the defendant to withdraw as attorney',
    ],
    ['(add|terminate|added) … attorney*', 'Add Attorneys'],
    ['application to employ', 'Application to Employ'],
    [
      '(employ|employment of|retain|retention of|retention and employment of) … (attorney*|counsel|law firm' +
        '|special counsel|llp|p.c.)',
      'ORDER Granting Employment of Counsel',
    ],
    ['(change of|new) (address|counsel|attorney)', 'Change of Address'],
    ['(leave|notice) of absence', 'Leave of Absence'],
  ]),
  ...rules('in forma pauperis', [
    ['[proceed] [in] forma pauperis', 'Motion for Leave to Proceed in forma pauperis'],
    ['(ifp|ifpp|criminal justice act)', 'Motion to proceed IFP'],
    ['cja (#|appointment|voucher|counsel will be|form)', 'CJA 23 Financial Affidavit'],
    ['financial hardship', 'Declaration of Financial Hardship'],
    ['(without prepay*|financial affidavit|pauper)', 'APPLICATION to proceed without prepayment of fees'],
    [
      '(appoint|appoints|appointing|appointment of|appointed) [of|as] [new|cja|panel|federal|public|attorney' +
        '|pro bono] (counsel|defender|attorney|public defender)',
      'Order Appointing Public Defender',
    ],
    ['(federal|public) defender* [office] (appointed|apptd)', 'Initial Appearance held. Federal Defenders appointed'],
    ['appointment type (afpd|cja|fpd|federal)', 'Initial Appearance held. Appointment Type: AFPD'],
    ['public defender … (assigned|appointed)', 'MOTION that the Public Defender be assigned'],
    ['(trust fund|prisoner) account', 'Trust Fund Account Statement'],
  ]),
  ...rules('appeal', [
    ['supreme court case [info]', 'Supreme Court Case Info'],
    ['(appeal|appeals|interlocutory appeal)', 'Notice of Appeal'],
    ['appellate (brief*|court|review|procedure|proceedings)', 'MOTION to stay pending appellate review'],
    ['(usca*|mandate|certiorari|court of appeals)', 'USCA Mandate'],
    ['appealability', 'Motion for Certificate of Appealability'],
    ['petition for review', 'PETITION FOR REVIEW of agency order'],
    ['review of … (agency|board)', 'Petition for review of an agency order'],
  ]),
  ...rules('habeas', [
    ['habeas [corpus]', 'Petition for Writ of Habeas Corpus'],
    ['(28 usc|28 u.s.c.|rule|section|under) (2254|2241|2255)', 'PETITION pursuant to 28 USC 2241'],
    ['(vacate|set aside|correct) … 2255', 'Notice of Motion to Vacate 2255'],
    ['(2254|2241|2255)', 'Notice of 2255 filing'],
  ]),
  ...rules('sentence', [
    ['(sentenc*|presentence|pre-sentence|resentenc*)', 'Sentencing Memorandum'],
    ['sentencing schedule', 'ORDER ON SENTENCING SCHEDULE'],
    ['motion* for [downward|upward] variance', 'ORAL ORDER denying 657 Motion for Variance'],
    [
      '(supervised release|probation|downward departure|restitution|compassionate release)',
      'Motion for Downward Departure/Variance',
    ],
    ['(vacate|set aside|correct) … 2255', 'Notice of Motion to Vacate 2255'],
    ['2255', 'Notice of 2255 filing'],
    ['(psi|psr|pre-plea)', 'ORDER on request for a PSI report'],
    [
      '(conditions or term|term or conditions|conditions) of supervision',
      'Request for Modifying the Conditions of Supervision',
    ],
    ['offender under supervision', 'Petition for Warrant for Offender under Supervision'],
    [
      '(imprisonment|time served|penalty assessment|special assessment|months custody)',
      'JUDGMENT as to the defendant: time served',
    ],
    ['judgment (in criminal|and commitment|& commitment)', 'Judgment and Commitment'],
    ['judgment in a criminal case', 'JUDGMENT in a Criminal Case'],
    ['statement of reasons', 'Statement of Reasons'],
  ]),
];
