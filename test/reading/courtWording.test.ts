import { expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { entryReason } from '../../src/reading/entryPriority.ts';
import { endsOrReopens } from '../../src/reading/phase.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const filed = '2026-11-12';

/** In the wording of courts, with invented names and numbers: what it is called, and why somebody must act. */
it.each<[label: string, reason: string, text: string]>([
  [
    'DISMISSAL of Count Eleven',
    '',
    'Notice of Dismissal of Count Eleven Only of the Amended Complaint (related document(s)10) filed by Ada Moss on ' +
      'behalf of Widget Trustee.',
  ],
  [
    'ORDER · Castle Apparel, Inc. DISMISSED',
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
    'ORDER · dismissal + judge',
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
    '',
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
    'ORDER · fees and costs GRANTED',
    '',
    'MINUTE entry before the Honorable Rosa Quill: Joint Motion for Entry of Agreed Order [166] and Third Unopposed ' +
      'Motion for Fees [168] are granted. Separate orders to follow. The 12/30/2026 motion hearing is vacated.',
  ],
  ['HEARING VACATED', '', 'Notice canceling hearing'],
])('%s (%s): %s', (label, reason, text) => {
  const reading = readEntry(text, filed);
  expect([entryLabel(reading, text), entryReason(reading, text, filed) ?? '']).toEqual([label, reason]);
  expect(endsOrReopens(reading, text) === 'ended').toBe(label.includes('· case DISMISSED'));
});
