import { expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { entryReason } from '../../src/reading/entryPriority.ts';
import { endsOrReopens } from '../../src/reading/phase.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const filed = '2026-11-12';

/** Texts in the wording of courts, with invented names: their label, and the reason why somebody must act. */
it.each<[label: string, reason: string, text: string]>([
  [
    'DISMISSAL of Count Eleven',
    '',
    'Notice of Dismissal of Count Eleven Only of the Amended Complaint (related document(s)10) filed by Ada Moss on ' +
      'behalf of Widget Trustee.',
  ],
  [
    'ORDER · Castle Apparel, Inc. and Dorvin Stores, Inc. DISMISSED',
    '',
    'STIPULATION AND ORDER that this action is to be dismissed with prejudice as to defendant Castle Apparel, Inc., ' +
      'This action is to be dismissed without prejudice as to Dorvin Stores, Inc. So ordered.',
  ],
  [
    'JUDGMENT · part of the case DISMISSED',
    '',
    'AMENDED JUDGMENT as to counts dismissed only. Cts. 35-48, 49 dismissed on motion of the US Atty.',
  ],
  [
    'ORDER · motion to dismiss (Wylie C. Marsh) GRANTED',
    '',
    'ORDER granting [270] Motion to Dismiss Superseding Indictment as to Wylie C. Marsh (5). The superseding ' +
      'indictment (doc. No. [79]) is dismissed without prejudice as to defendant Wylie C. Marsh only.',
  ],
  [
    'ORDER · case DISMISSED',
    'decided',
    "MINUTE entry before the Honorable Rosa Quill: Upon receipt of the plaintiff's notice of voluntary dismissal " +
      '[28] pursuant to Fed. R. Civ. P. 41(a)(1)(A)(i), this case is dismissed with prejudice. All future hearings ' +
      'and deadlines are stricken; all pending motions are denied as moot. Civil case terminated. Mailed notice.',
  ],
  [
    'ORDER · judge, HEARING VACATED',
    '',
    'MINUTE entry before the Honorable Dan Weiss: In light of the notice of voluntary dismissal [28], all ' +
      'matters relating to the referral of this case having been resolved, this matter is returned to the District ' +
      'Judge. Status hearing set for 12/18/26 before Magistrate Judge Weiss is hereby ' +
      'stricken with no appearance required.',
  ],
  [
    'HEARING SET',
    'due',
    'MINUTE entry before the Honorable Dan Weiss: Based on the notice of settlement [26], the status hearing set for ' +
      '11/19/26 is stricken and reset to 12/8/26 at 9:15 a.m. If a stipulation of dismissal is filed prior to that ' +
      'date, the status hearing will be stricken and no appearance will be necessary. Mailed notice.',
  ],
  [
    'ORDER · extension of time GRANTED',
    'due',
    "MINUTE entry before the Honorable Rosa Quill: Defendant's unopposed motion for an extension of time to answer " +
      "or otherwise plead [7] is granted. Defendant's answer is due 12/1/26. No appearance on the motion is required.",
  ],
  ['NOT SERVED', '', 'USM 285 Returned Unexecuted'],
  ['NOT SERVED', '', 'Summons Returned Unexecuted in case as to Kurt Moulder'],
  [
    'CASE TRANSFERRED OUT',
    'transferred',
    'Interdistrict transfer to Northern District of Texas, Fort Worth Division. Case transferred electronically, filed.',
  ],
  ['CASE TRANSFERRED', '', 'Case transferred in from District of New Jersey; Case Number 2:26-cv-01234.'],
  [
    'ORDER · appeal AFFIRMED',
    'decided',
    'USCA-FEDERAL CIRCUIT JUDGMENT affirming the Order of the District Court as to [27] Notice of Appeal - FEDERAL ' +
      'CIRCUIT filed by Widget Co. Circuit Judges: Marsh, Tyne, and Hollis.',
  ],
  [
    'JUDGMENT · appeal AFFIRMED',
    'decided',
    'JUDGMENT entered by Ada Marsh, Appellate Judge. 26-1095 Affirmed [26-1095]',
  ],
  ['VERDICT', 'verdict', 'Jury Verdict'],
  [
    'ORDER TO SHOW CAUSE · dismissal',
    'due',
    'Order to Show Cause Why Case Should Not Be Dismissed for Failure to Complete Required Filings, . Response to ' +
      'Show Cause Order due by 12/2/2026.',
  ],
  ['RESPONSE', '', 'Response to Order to Show Cause'],
  [
    'ORDER · case STAYED',
    '',
    'Minute Entry for proceedings held before Judge Rosa Quill: Conference held by telephone. In light of the pending ' +
      'conditional transfer order, the action is stayed until October 24, 2027.',
  ],
  [
    'ORDER · fees and costs GRANTED, HEARING VACATED',
    '',
    'MINUTE entry before the Honorable Rosa Quill: Joint Motion for Entry of Agreed Order [166] and Third Unopposed ' +
      'Motion for Fees [168] are granted. Separate orders to follow. The 12/30/2026 motion hearing is vacated.',
  ],
  ['HEARING VACATED', '', 'Notice canceling hearing'],
  [
    'JUDGE ASSIGNED · HEARING VACATED',
    '',
    "Clerk's Notice: this case is being reassigned to a District Judge. ALL HEARING DATES PRESENTLY SET " +
      'BEFORE THE MAGISTRATE JUDGE ARE VACATED AND SHOULD BE RE-NOTICED before the judge to whom the case is ' +
      'reassigned.',
  ],
  [
    'ORDER · HEARING VACATED',
    '',
    'ORDER CANCELING STATUS CONFERENCE: The Court CANCELS the status conference currently scheduled for ' +
      'November 20, 2026. Signed by Judge Rosa Quill on 11/12/2026.',
  ],
  [
    'ORDER · claim construction, HEARING VACATED',
    '',
    'ORDER that the claim construction hearing scheduled for November 24, 2026 at 9:00 a.m. be and is hereby ' +
      'CANCELLED. Signed by Judge Rosa Quill on 11/12/26.',
  ],
  [
    'ORDER · HEARING VACATED',
    '',
    'MINUTES: Plaintiff having filed its proof of service, the court vacates the order to show cause hearing ' +
      'set on 11/30/26.',
  ],
  ['ORDER', '', 'ORDER discharging 45 Order to Show Cause. Signed by Judge Rosa Quill.'],
  ['ORDER', '', 'Order on Motion for Order to Show Cause'],
  [
    'ORDER TO SHOW CAUSE',
    '',
    'Order to Appear and Show Cause re: failure to file the joint report. Signed on 11/12/2026.',
  ],
  [
    'ORDER TO SHOW CAUSE · schedule',
    'due',
    'ORDER that defendant Rival Inc. show cause in writing by December 1, 2026, why 76 Motion should not be ' +
      'granted.',
  ],
  [
    'CLERK · HEARING VACATED',
    '',
    'Notice of Correction re 34 Notice of Hearing. The filer was told that the motions will not be heard on ' +
      '11/30/2026 and to re-notice them.',
  ],
  [
    'HEARING SET',
    'due',
    'NOTICE of Vacated Hearing re 11 Motion. The pretrial hearing set for 11/27/26 is vacated and continued ' +
      'to 12/10/26 at 1:30pm before Magistrate Judge Dan Weiss.',
  ],
  [
    'ORDER · relief from stay, HEARING VACATED',
    '',
    'Virtual Minute Entry in reference to hearing On: 12/11/2026 Subject: MOTION FOR RELIEF FROM STAY. ' +
      'Appearances: NONE. Proceedings: VACATED: previously granted.',
  ],
  [
    'HEARING',
    '',
    'Minutes of Hearing held on: 11/12/2026 Subject: AGREEMENT WITH RIVAL FINANCE. Proceedings: THE ' +
      'AGREEMENT IS: __X__VACATED SUBJECT TO CALL. _____CONTINUED TO: _____APPROVED. _____DENIED.',
  ],
  [
    'ORDER · ADA MOSS, KURT MOULDER and ROSA TYNE DISMISSED',
    '',
    'STIPULATED ORDER Dismissing Without Prejudice: ADA MOSS, KURT MOULDER and ROSA TYNE. Signed by Judge ' +
      'Dan Weiss.',
  ],
  [
    'ORDER · schedule GRANTED',
    '',
    'ORDER GRANTING 100 STIPULATION SETTING BRIEFING SCHEDULE as to 99 MOTION to Dismiss Third Amended ' +
      'Complaint. Responses due by 1/6/2027. Replies due by 1/20/2027.',
  ],
  [
    'JUDGMENT · Count(s) 1 DISMISSED',
    '',
    'JUDGMENT as to Kurt Moulder (1), Count(s) 1, Dismissed without prejudice on the oral motion of the ' +
      'government; Count(s) 2, time served.',
  ],
  [
    'ORDER · case DISMISSED',
    'decided',
    'Order of Dismissal of the Chapter 13 Case (Related document(s) 42 Notice of Voluntary Dismissal ' +
      '(Chapter 13 only) filed by Debtor Ada Moss.)',
  ],
  [
    'ORDER · case DISMISSED',
    'decided',
    'ORDER: The joint motion to approve the settlement and dismiss with prejudice (Doc. 28) is granted. The ' +
      'settlement is approved. This case is dismissed with prejudice. The Clerk is directed to close the case.',
  ],
  [
    'JUDGMENT · counterclaims DISMISSED',
    'decided',
    'AMENDED ORDER AND FINAL JUDGMENT. Lead case 6:26-cv-79 and all member cases are hereby CLOSED. All ' +
      'outstanding motions are DENIED as MOOT, and the counterclaims of Rival are DISMISSED WITHOUT PREJUDICE ' +
      'as MOOT.',
  ],
  [
    'ORDER · discovery VACATED',
    '',
    "ORDER VACATING THE COURT'S ORDER GRANTING PLAINTIFF'S MOTION FOR EARLY DISCOVERY. Signed by Judge Rosa " +
      'Quill.',
  ],
  [
    'ORDER · appeal AFFIRMED IN PART',
    'decided',
    'Final Order By The BAP Panel. Re: Appeal 26-10. Affirmed in Part Reversed in Part. (Related document(s) ' +
      '34 Notice of Appeal)',
  ],
  [
    'ORDER · stay LIFTED',
    '',
    'ORDER VACATING STAY re: the vehicle (related document: 70 Certification of Default). Signed on ' + '11/12/2026.',
  ],
  ['MOTION for relief from stay', '', 'Emergency Motion to Lift Stay filed by Creditor Rival Finance'],
  ['ORDER · relief from stay GRANTED', '', 'ORDER granting 30 Motion to Lift Stay. Signed by Judge Rosa Quill.'],
  ['MOTION to remand', '', 'MOTION to Remand filed by Widget Co.'],
  ['ORDER · remand DENIED', '', 'ORDER denying 15 Motion to Remand. Signed by Judge Rosa Quill.'],
  [
    'ORDER · case REMANDED',
    'transferred',
    'ORDER REMANDING CASE to the Superior Court of Kings County. Signed by Judge Rosa Quill.',
  ],
  ['WITHDRAWAL OF MOTION', '', 'Notice of Withdrawal of Motion (related document(s) 58) filed by Rival Inc.'],
  [
    'ORDER · schedule MOOT',
    '',
    'ORDER: The hearing scheduled for January 11, 2027, will be cancelled by separate notice. The motion to ' +
      'appear by telephone (Doc. 15) is denied as moot.',
  ],
  [
    'DISMISSAL of Rival Europe GmbH, Kelmont LLC and Dorvin Stores, Inc.',
    '',
    'NOTICE of Voluntary Dismissal as to Defendants Rival Europe GmbH, Kelmont LLC, and Dorvin Stores, Inc. ' +
      'without prejudice',
  ],
  [
    'ORDER · Kelmont LLC DISMISSED',
    '',
    "ORDER dismissing with prejudice plaintiff's claims against Kelmont LLC. The claims against Rival Inc. " +
      'remain.',
  ],
  [
    'ORDER · stay LIFTED',
    'due',
    'ORDER lifting stay and setting status conference. Status conference set for 12/9/2026 at 10:00 AM.',
  ],
  [
    'ORDER · case TRANSFERRED',
    'transferred',
    'ORDER granting 22 Motion to Change Venue. The case is transferred to N.D. Cal.',
  ],
  [
    'ORDER · transfer + extension of time DENIED (D.I. 22), GRANTED (D.I. 23)',
    'due',
    'ORDER denying without prejudice 22 Motion to Transfer; granting 23 Motion for Extension of Time. Answer ' +
      'due 12/7/2026.',
  ],
  [
    'ORDER',
    '',
    'ORDER re 33 Order to Show Cause: the Court is satisfied with the response; no further action will be ' + 'taken.',
  ],
  [
    'ORDER · case STAYED',
    '',
    'ORDER STAYING CASE pending inter partes review. The parties shall file a status report within 14 days ' +
      'of the final written decision.',
  ],
  [
    'ORDER · appeal AFFIRMED IN PART',
    'decided',
    'OPINION of USCA: the judgment is AFFIRMED in part, VACATED in part, and REMANDED.',
  ],
  [
    'MANDATE · VACATED AND REMANDED',
    '',
    'MANDATE of USCA as to 88 Notice of Appeal: the judgment is VACATED and REMANDED.',
  ],
  ['HEARING VACATED', '', 'Status conference of 11/18/2026 is CONTINUED to a date to be determined.'],
])('%s (%s): %s', (label, reason, text) => {
  const reading = readEntry(text, filed);
  expect([entryLabel(reading, text), entryReason(reading, text, filed) ?? '']).toEqual([label, reason]);
  expect(endsOrReopens(reading, text) === 'ended').toBe(label.includes('· case DISMISSED'));
});
