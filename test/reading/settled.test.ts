import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import type { EntryReading } from '../../src/records/docket.ts';

type Expected = Partial<Omit<EntryReading, 'dates'>> & { dates?: readonly Record<string, unknown>[] };

/** The questions that two people settled before they labeled entries, with one case or more each. */
const settled: Record<string, readonly (readonly [text: string, expected: Expected])[]> = {
  'a short title is the thing that it names': [
    ['Motion to Dismiss', { type: 'motion', about: ['dismissal'], outcome: null }],
    ['Order on Motion to Dismiss', { type: 'order', about: ['dismissal'], outcome: null }],
    ['Response in Opposition to Motion', { type: 'response', about: [] }],
    ['Reply to Response to Motion', { type: 'reply', about: [] }],
    ['Memorandum in Support of Motion', { type: 'brief', about: [] }],
  ],
  'what a court office issues is the clerk’s': [
    ['NOTICE OF MAGISTRATE ASSIGNMENT', { type: 'clerk', about: ['judge'] }],
    ["CLERK'S NOTICE re completion of In Forma Pauperis affidavit", { type: 'clerk', about: ['in forma pauperis'] }],
    ['Notice of Deficiency - Filing is not text searchable', { type: 'clerk', about: [] }],
  ],
  'an order needs a judge or a word of decision': [
    ['Application/Order', { type: 'order' }],
    ['Notice of Document Discrepancies - Granting', { type: 'order', outcome: 'granted' }],
    ['Filed clerk order: The mandate is recalled.', { type: 'order', about: ['appeal'] }],
  ],
  'a mandate is an order even when it is received; what passes between courts is appeal': [
    ['MANDATE of USCA as to 12 Notice of Appeal', { type: 'order', about: ['appeal'], refersTo: ['12'] }],
    ['Transmission of Notice of Appeal to 4CCA', { type: 'appeal', about: ['appeal'] }],
    ['PETITION for Review of agency order', { type: 'complaint', about: ['appeal'] }],
    ['Appellee Brief filed', { type: 'brief' }],
  ],
  'an automatic effect decides nothing': [
    [
      'MOTION TO STAY REMOVAL filed by Petitioner; REMOVAL STAYED pending further order per General Order 6.4(c).',
      { type: 'motion', about: ['stay'], outcome: null },
    ],
  ],
  'records are evidence; designation of counsel is appearance; a cover sheet is other; AO 120 is disclosure': [
    ['Administrative Record', { type: 'evidence' }],
    ['EXCERPTS OF RECORD filed', { type: 'evidence' }],
    ['DESIGNATION of arguing counsel', { type: 'appearance', about: ['representation'] }],
    ['Civil Cover Sheet', { type: 'other', about: [] }],
    ['Notice of Filing of Patent/Trademark Form (AO 120)', { type: 'disclosure', about: ['infringement'] }],
    ['Report on Filing of Copyright Action AO 121', { type: 'disclosure', about: ['infringement'] }],
    ['AGENCY DECISION on review', { type: 'other', about: [] }],
  ],
  'witness lists are discovery with trial': [['Witness List', { type: 'discovery', about: ['discovery', 'trial'] }]],
  'remedies and a jury demand are not what a complaint is about': [
    ['COMPLAINT with JURY DEMAND against All Defendants, for injunction and damages', { type: 'complaint', about: [] }],
    ['Amended Complaint', { type: 'complaint', about: ['amendment'] }],
    ['NOTICE OF REMOVAL from the county court', { type: 'complaint', about: ['transfer'] }],
    [
      'ANSWER to First Amended Complaint, 5 JURY DEMAND. filed by the defendants',
      { type: 'answer', about: [], refersTo: ['5'] },
    ],
  ],
  'a party asks for an extension; a court that moves days is scheduling': [
    ['Motion to Continue', { type: 'motion', about: ['extension'] }],
    ['Set/Reset Deadlines/Hearings', { type: 'clerk', about: ['scheduling'] }],
    ['ORDER to Continue Motion hearing re 16 Motion', { type: 'order', about: ['scheduling'], refersTo: ['16'] }],
  ],
  'an order that does what the motion asks grants it; a bare one says nothing': [
    [
      'ORDER re 7 Motion for Extension of Time to Answer: answer now due 3/2/2027',
      {
        outcome: 'granted',
        about: ['extension'],
        refersTo: ['7'],
        dates: [{ date: '2027-03-02', what: 'deadline', words: 'answer now due 3/2/2027' }],
      },
    ],
    ['ORDER re 36', { type: 'order', outcome: null, refersTo: ['36'] }],
    ['Order on Stipulation', { type: 'order', outcome: null }],
  ],
  'a motion to dismiss granted because the parties settled is dismissed': [
    ['ORDER granting 12 Motion to Dismiss', { outcome: 'granted', about: ['dismissal'], refersTo: ['12'] }],
    ['ORDER granting 12 Agreed Motion to Dismiss. This action is dismissed with prejudice.', { outcome: 'dismissed' }],
    ['ORDER granting 12 Joint Motion to Dismiss', { outcome: 'dismissed' }],
    ['ORDER granting 12 Unopposed Motion to Dismiss', { outcome: 'dismissed' }],
    ['ORDER granting 12 Motion to Dismiss. The parties having settled, the case is closed.', { outcome: 'dismissed' }],
    ['ORDER FILED. The motion for voluntary dismissal of this appeal is GRANTED.', { outcome: 'dismissed' }],
    ['NOTICE OF VOLUNTARY DISMISSAL. SO ORDERED. Signed by Judge A. B.', { type: 'order', outcome: 'dismissed' }],
    ['ORDER granting 12 Motion for Summary Judgment. The case is dismissed.', { outcome: 'granted' }],
    ['ORDER dismissing 12 Motion to Compel', { outcome: 'denied' }],
  ],
  'what a motion is called decides nothing': [
    [
      'Hearing Held RE: 7 Motion filed by Debtor A. B. For Order Approving Procedures',
      { type: 'hearing', outcome: null },
    ],
    [
      'Order for Emergency Hearing on Motion (I) Approving Sale; (II) Granting Relief (RE: related document(s) 50 )',
      { outcome: null, about: ['scheduling'], refersTo: ['50'] },
    ],
    [
      'Order dated 12/21/2026 Regarding 5 Motion filed by Debtor for Use of Cash and Granting Adequate Protection',
      { outcome: null, refersTo: ['5'] },
    ],
  ],
  'under a party’s paper "so ordered" grants; under the court’s own directions it only ends the text': [
    [
      'LETTER from A. B. requesting more time. SO ORDERED. (Signed by Judge A. B.)',
      { type: 'order', outcome: 'granted' },
    ],
    ['ORDER: the parties shall file a status report by 12/1/2026. SO ORDERED.', { type: 'order', outcome: null }],
  ],
  'what is adopted or done first names the outcome': [
    ['ORDER ADOPTING 15 Report and Recommendation; denying 5 Motion for Summary Judgment', { outcome: 'granted' }],
    [
      'ORDER on 61 Stipulation to Continue Sentencing. The hearing is rescheduled to 12/7/2026.',
      { outcome: 'granted' },
    ],
    [
      'ORDER OF FORFEITURE as to Ada Moss 122 MOTION for Forfeiture of Property',
      { outcome: 'granted', refersTo: ['122'] },
    ],
    [
      'JUDGMENT as to A. B.: Count 1, 60 months imprisonment; Counts 2-4 Dismissed',
      { type: 'judgment', outcome: null },
    ],
    ['AMENDED JUDGMENT: Counts 35-48, 49 dismissed on motion of the government', { outcome: 'dismissed' }],
  ],
  'a day that is set is the schedule; the reason for which it moves is not the subject': [
    ['ORDER: the non-jury trial is set for 12/7/2026 at 9:00 AM.', { about: ['scheduling', 'trial'] }],
    ['ORDER: a joint status report is due by 12/7/2026.', { about: ['scheduling'] }],
    ['ORDER that the plaintiff answer within 14 days of this order.', { about: [] }],
    [
      'MINUTE entry: Based on the notice of settlement [26], the status hearing set for 12/7/2026 is stricken. If a stipulation of dismissal is filed, no appearance is necessary.',
      { type: 'hearing', about: ['scheduling'], refersTo: ['26'], dates: [] },
    ],
    [
      'In light of the STIPULATION AND ORDER OF DISCONTINUANCE 13 the Status Conference set for 12/7/2026 is cancelled.',
      { type: 'hearing', about: ['scheduling'], outcome: null, refersTo: ['13'], dates: [] },
    ],
    ['PRELIMINARY PRETRIAL ORDER: Discovery due by 4/3/2027.', { about: ['scheduling', 'trial'] }],
    [
      'JOINT REPORT Rule 26(f) Discovery Plan; estimated length of trial 5 days.',
      { about: ['discovery', 'scheduling'] },
    ],
    ['MOTION for pre motion conference by the defendant', { about: ['scheduling'] }],
    ['STIPULATION AND ORDER Extending Motion Cut-off set for 12/7/2026', { about: ['extension'], dates: [] }],
  ],
  'what the clerk receives, returns or notes is the clerk’s, and money alone is a fee': [
    ['Receipt (Exhibit)', { type: 'clerk' }],
    ['Receipt of filing fee', { type: 'fee' }],
    ['EXHIBIT RECEIPT BY PLAINTIFF from Non-Jury Trial', { type: 'clerk' }],
    ['285 Forms Received', { type: 'clerk', about: ['service'] }],
    ['RECORD RECEIVED from the attorney. One disc, Sealed: None', { type: 'clerk', about: [] }],
    ['RECEIVED Complaint and no copies by the plaintiff', { type: 'complaint' }],
    [
      'Received Order from the Supreme Court: the motion seeking clarification of our order is denied.',
      { type: 'order', outcome: 'denied' },
    ],
    ['Case Referred to Mediation', { type: 'clerk', about: ['settlement'] }],
    ['Magistrate Judge A. B. is so designated.', { type: 'clerk', about: ['judge'] }],
    ['Add Attorneys Pro Hac Vice', { type: 'clerk', about: ['pro hac vice'] }],
    [
      'COURT DELETED INCORRECT ENTRY. Original Text: Filed clerk order: request GRANTED; hearing on 12/7/2026',
      { type: 'clerk', about: [], dates: [] },
    ],
    ["CLERK'S NOTICE Scheduling Initial CMC on Reassignment", { type: 'hearing', about: ['scheduling'] }],
    [
      'Case as to A. B., Widget Farms, Inc., Thomas Marsh Referred to Magistrate Judge C. D.',
      { type: 'clerk', about: ['judge'] },
    ],
    ["DESIGNATED CLERK'S RECORD with transcripts sent to USCA", { type: 'appeal' }],
    [
      "REDACTED DOCUMENT- Plaintiff's Motion for Leave to respond to 584 Sealed Document",
      { type: 'motion', about: [] },
    ],
    [
      'ORDER granting AS MODIFIED 85 Stipulation TO RE-FILE OPPOSITION TO MOTION TO DISMISS AND MODIFY BRIEFING SCHEDULE',
      { about: ['scheduling'], outcome: 'granted', refersTo: ['85'] },
    ],
    [
      'TRANSCRIPT ordered from A. B., filed by C. D. for the appellant. [14] ; Acknowledgement is due in 14 days.',
      { type: 'transcript', refersTo: [] },
    ],
  ],
  'several fates': [
    ['ORDER granting in part and denying in part 82 Motion to Dismiss', { outcome: 'granted in part' }],
    ['ORDER granting 5 Motion to Seal; denying 6 Motion to Stay', { outcome: 'granted in part', refersTo: ['5', '6'] }],
    ['ORDER denying 5 Motion to Compel; denying as moot 6 Motion to Stay', { outcome: 'denied' }],
    ['ORDER denying as moot 6 Motion to Stay', { outcome: 'moot' }],
    [
      'REPORT AND RECOMMENDATIONS re 1 Complaint: that this case be DISMISSED',
      { type: 'report', outcome: 'dismissed' },
    ],
  ],
  'days are counted only from the entry, its order or its service': [
    [
      'ORDER that the plaintiff respond within fourteen (14) days of this Order',
      { dates: [{ days: 14, what: 'deadline', words: 'ORDER that the plaintiff respond within fourteen (14) days' }] },
    ],
    ['ORDER: disclosures no later than five days before the conference', { dates: [] }],
    [
      'SUMMONS(ES) (20 day) issued for the defendant',
      { type: 'service', dates: [{ days: 20, what: 'deadline', words: 'SUMMONS(ES) (20 day)' }] },
    ],
  ],
  'the numbers of courts of appeals and the entry’s own are no references': [
    ['MOTION to extend time [6338744-2] [10-1095] filed by the appellant', { type: 'motion', refersTo: [] }],
    ['COMPLAINT (Attachments: # 1 Exhibit A, # 2 Civil Cover Sheet)', { refersTo: [] }],
  ],
  'a decision beats all; else the first words': [
    ['Order Setting Hearing on Motion', { type: 'order', about: ['scheduling'] }],
    [
      'STIPULATION for extension of time. SO ORDERED by Judge A. B.',
      { type: 'order', about: ['extension'], outcome: 'granted' },
    ],
    [
      'Minute Entry for proceedings held before Judge A. B.: motion to compel is granted.',
      { type: 'order', outcome: 'granted' },
    ],
    ['ORDER REFERRING CASE to Magistrate Judge A. B.', { type: 'order', about: ['judge'], outcome: null }],
  ],
  'what the filing itself is about, not every word in it': [
    ['ORDER granting 12 Motion for Extension of Time to answer the amended complaint', { about: ['extension'] }],
    ['MOTION to Dismiss for lack of jurisdiction', { about: ['dismissal', 'jurisdiction'] }],
    ['MOTION to Stay re 2 MOTION to Certify Class', { about: ['stay'], refersTo: ['2'] }],
    ['RESPONSE to 2 MOTION to Certify Class', { about: ['class'], refersTo: ['2'] }],
  ],
};

describe.each(Object.entries(settled))('%s', (_, cases) => {
  it.each(cases)('%s', (text, expected) => {
    const reading = readEntry(text, '2026-11-21');
    expect({ ...reading, about: reading.about.toSorted() }).toMatchObject({
      ...expected,
      ...(expected.about ? { about: expected.about.toSorted() } : {}),
    });
  });
});
