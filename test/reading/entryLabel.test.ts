import { describe, expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { editPriority, entryPriority } from '../../src/reading/entryPriority.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const filed = '2025-11-20';

describe('the priority and the label of an entry', () => {
  it.each([
    ['read', 'ORDER · extension of time GRANTED', 'ORDER granting 12 Motion for Extension of Time to Answer'],
    ['read', 'ORDER · motion to dismiss DENIED', 'MEMORANDUM OPINION & ORDER denying 12 Motion to Dismiss'],
    ['read', 'OPPOSITION · motion to dismiss', 'ANSWERING BRIEF in Opposition re 14 Motion to Dismiss'],
    [
      'read',
      'ORDER · reopening GRANTED',
      'ORDER granting Motion of Widget Co. to Reopen Case. The Clerk shall reopen this case.',
    ],
    ['read', 'MOTION to reopen', 'MOTION to Reinstate Case by Widget Co.'],
    ['read', 'ANSWER + COUNTERCLAIM', 'ANSWER to 1 Complaint, with Jury Demand , COUNTERCLAIM against Widget Co.'],
    ['read', 'SCHEDULING ORDER', 'SCHEDULING ORDER: Markman Hearing set for 1/26/2026 at 10:00 AM'],
    ['act', 'SCHEDULING ORDER', 'SCHEDULING ORDER: Joinder due 12/19/2025, Markman Hearing set for 1/26/2026'],
    ['read', 'MOTION for extension of time', 'MOTION for Extension of Time to Answer: answer due 12/16/2025, by Rival'],
    ['act', 'SUMMONS SERVED', 'SUMMONS Returned Executed. Rival served on 11/25/2025, answer due 12/16/2025'],
    // A summons that is issued is not served yet.
    ['routine', 'SUMMONS ISSUED', 'Summons Issued as to Rival Inc.. (bp)'],
    ['act', 'SUMMONS ISSUED', 'SUMMONS(ES) (20 days) issued for Rival Inc.'],
    ['routine', 'SUMMONS ISSUED', 'SUMMONS Reissued as to Rival Inc.'],
    ['routine', 'SUMMONS', 'Request for Issuance of Summons filed by Widget Co.'],
    ['routine', 'SUMMONS', 'Summons and Notice of Pretrial Conference to be served on Rival Inc.'],
    ['routine', 'SERVICE', 'Summons Service Executed on Rival Inc.'],
    ['routine', 'SERVICE', 'CERTIFICATE OF SERVICE of Summons and Complaint'],
    ['act', 'MOTION for injunction', 'MOTION for Preliminary Injunction by Widget Co.'],
    ['read', 'MOTION for summary judgment', 'MOTION for Summary Judgment by Rival'],
    ['read', 'COMPLAINT', 'COMPLAINT for patent infringement against Rival'],
    ['read', 'AMENDED COMPLAINT', 'AMENDED COMPLAINT against Rival'],
    ['routine', 'APPEARANCE', 'NOTICE of Appearance by Ada Moss'],
    ['act', 'JUDGMENT', 'JUDGMENT in favor of Widget Co.'],
    ['act', 'ENTRY OF DEFAULT', 'CLERK’S ENTRY OF DEFAULT as to Rival'],
    ['read', 'DISMISSAL', 'STIPULATION of Dismissal with prejudice'],
    ['read', 'NOTICE OF SETTLEMENT', 'NOTICE of Settlement by Widget Co.'],
    ['read', 'NOTICE OF SETTLEMENT as to Kelmont LLC', 'NOTICE of Settlement as to Kelmont LLC only'],
    ['act', 'NOTICE OF SETTLEMENT · dismissal', 'NOTICE of Settlement. Dismissal papers to be filed within 30 days'],
    ['read', 'DISMISSAL · settlement', 'NOTICE of Settlement and Stipulation of Dismissal'],
    ['routine', 'JUDGE ASSIGNED', 'Case reassigned to Judge Rosa Quill. Judge A. Stone no longer assigned to case.'],
    ['routine', 'JUDGE ASSIGNED', 'Judge Rosa M. Quill added.'],
    ['routine', 'CLERK · judge', 'Magistrate Judge Rosa Quill no longer assigned to case.'],
    ['routine', 'CLERK · judge', 'Motions Referred. RE: 45 MOTION to Compel'],
    ['routine', 'CLERK · judge', 'Magistrate Consent Forms'],
    ['routine', 'CLERK · judge', "Clerk's Notice of Impending Reassignment"],
    ['read', 'CASE STAYED', 'Case Stayed'],
    ['read', 'CASE REOPENED', 'Case Reopened'],
    ['read', 'CLERK', 'Case administratively closed'],
    ['read', 'NOTICE', 'NOTICE of Filing of Bankruptcy by Rival Inc.'],
    ['read', 'ORDER', 'Memorandum & Opinion'],
    ['read', 'ORDER · judgment as a matter of law DENIED', 'ORDER denying 33 Motion for Judgment as a Matter of Law'],
    ['read', 'MOTION for a new trial', 'MOTION for New Trial by Rival'],
    ['read', 'MOTION in limine', 'MOTION in Limine to Exclude Other Conduct by Rival'],
    ['read', 'ORDER · motion in limine GRANTED', 'ORDER granting 71 Motion in Limine'],
    ['read', 'MOTION on expert evidence', 'MOTION to Exclude Expert Testimony of Ada Moss by Rival'],
    ['read', 'NOTICE OF APPEAL', 'NOTICE OF APPEAL to the Federal Circuit'],
    ['read', 'MARKMAN HEARING', 'Minute Entry: Claim Construction Hearing held'],
    ['read', 'REPLY · summary judgment', 'REPLY BRIEF re 20 MOTION for Summary Judgment'],
    [
      'routine',
      'REPORT TO PATENT OFFICE',
      'Report to the Commissioner of Patents and Trademarks for Patent/Trademark Number(s) 6834603 (Widget Co.).',
    ],
    ['routine', 'STATUS REPORT', 'Joint STATUS REPORT by Widget Co., Rival'],
    ['routine', 'LETTER', 'Letter to Judge Stone'],
    ['act', 'VERDICT', 'JURY VERDICT for the plaintiff'],
    // The dismissal of a part does not end the case.
    [
      'read',
      'ORDER · Count II DISMISSED',
      'SO ORDERED, re 208 Stipulation of Dismissal of Count II only. Signed by Judge',
    ],
    ['read', 'DISMISSAL of Count II', 'STIPULATION of Dismissal of Count II only by Widget Co.'],
    [
      'read',
      'DISMISSAL of Kelmont Devices LLC',
      'NOTICE of Voluntary Dismissal by Widget Co. as to Defendant Kelmont Devices LLC only',
    ],
    [
      'read',
      'ORDER · Kelmont Devices LLC DISMISSED',
      'ORDER DISMISSING CASE WITHOUT PREJUDICE as to Defendant Kelmont Devices LLC only',
    ],
    ['read', 'ORDER · motion to dismiss (Count II) GRANTED', 'ORDER granting 12 Motion to Dismiss Count II'],
    ['act', 'ORDER · motion to dismiss GRANTED', 'ORDER granting 12 Motion to Dismiss for Failure to State a Claim'],
    [
      'act',
      'ORDER · case DISMISSED',
      'ORDER: all claims and counterclaims are dismissed, and this action is DISMISSED',
    ],
    // The label has the court's own word.
    ['read', 'MANDATE · AFFIRMED', 'MANDATE of USCA as to 180 Notice of Appeal. The judgment is AFFIRMED.'],
    [
      'read',
      'ORDER · case STAYED',
      'CASE STAYED pending IPR. The clerk is directed to administratively close the case',
    ],
    ['read', 'SUGGESTION OF BANKRUPTCY', 'NOTICE OF SUGGESTION OF BANKRUPTCY by Rival, Inc.'],
    ['read', 'NOT SERVED', 'Return of Service Unexecuted as to Kelmont Devices LLC filed by Widget Co.'],
    [
      'read',
      'ORDER · summary judgment DENIED (D.I. 88), GRANTED (D.I. 90)',
      'ORDER denying 88 Motion for Summary Judgment; granting 90 Motion for Partial Summary Judgment',
    ],
    [
      'read',
      'ORDER · objections OVERRULED, report ADOPTED',
      'ORDER OVERRULING 210 Objections and ADOPTING 204 Report and Recommendations',
    ],
    [
      'act',
      'CASE TRANSFERRED OUT',
      'Interdistrict Transfer to the Northern District of Illinois. *** Civil Case Terminated.',
    ],
    [
      'act',
      'ORDER · transfer GRANTED',
      'ORDER granting 25 Motion to Transfer Case to the Northern District of California',
    ],
    ['act', 'ORDER · transfer GRANTED', 'ORDER: the motion to transfer venue (D.I. 12) is GRANTED.'],
    ['act', 'ORDER · remand GRANTED', 'ORDER granting 12 Motion to Remand to State Court'],
    ['act', 'ORDER · case TRANSFERRED', 'ORDER: this case shall be transferred to the Western District of Texas.'],
    [
      'read',
      'ORDER · transfer DENIED',
      'ORDER denying 25 Motion to Transfer Case to the Northern District of California',
    ],
    ['read', 'ORDER · transfer GRANTED', 'ORDER granting 12 Motion to Transfer to the Tyler Division'],
    ['read', 'ORDER · transfer GRANTED', 'ORDER granting 12 Motion to Transfer Case to Judge Quill'],
    ['read', 'ORDER · remand GRANTED', 'ORDER granting 12 Consent Motion to Remand to Commissioner of Social Security'],
    ['act', 'CASE TRANSFERRED OUT', 'Interdistrict Transfer to the Northern District of California. (ch)'],
    ['act', 'CASE TRANSFERRED OUT', 'Transfer Out to Another District'],
    ['routine', 'CASE TRANSFERRED', 'Interdistrict Transfer In'],
    ['act', 'CASE REMANDED', 'Remand to State Court'],
    ['act', 'CASE REMANDED', 'Case remanded to Superior Court of Alameda County'],
    ['routine', 'CASE TRANSFERRED', 'Case transferred in from District of New Jersey; Case Number 1:26-cv-00077'],
    ['read', 'HEARING VACATED', 'ORDER TO SHOW CAUSE HEARING VACATED'],
    ['read', 'HEARING VACATED · motion to dismiss', 'CLERKS NOTICE VACATING the hearing on the Motion to Dismiss'],
  ])('%s: %s', (priority, label, text) => {
    const reading = readEntry(text, filed);
    expect([entryPriority(reading, text, filed), entryLabel(reading, text)]).toEqual([priority, label]);
  });
});

describe('the edit of an entry', () => {
  it.each([
    ['routine', 'Modified on 12/09/2025 (rmb).'],
    ['routine', 'Additional attachment(s) added on 12/09/2025.'],
    ['read', 'STRICKEN per order of the court.'],
    ['act', 'Responses due by 12/19/2025.'],
  ])('is %s because of the text that it added: %s', (priority, added) => {
    expect(editPriority(added, readEntry(added, filed), filed)).toBe(priority);
  });
});
