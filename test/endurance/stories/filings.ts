import type { DocketHit } from '../../../sandbox/hits.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { Dice } from '../../../sandbox/world/dice.ts';
import { docket, entry } from '../../sandbox/asking.ts';

/** An entry of a case, in the wording of courts, with invented names. */
export interface Filing {
  readonly day: string;
  readonly caseId: number;
  readonly number: string;
  readonly text: string;
}

const court = {
  ded: { courtId: 'ded', court: 'U.S. District Court for the District of Delaware' },
  txed: { courtId: 'txed', court: 'U.S. District Court for the Eastern District of Texas' },
  cacd: { courtId: 'cacd', court: 'U.S. District Court for the Central District of California' },
  ilnd: { courtId: 'ilnd', court: 'U.S. District Court for the Northern District of Illinois' },
};

const halberd = 'Halberd Tools Inc.';
const corvane = 'Corvane Audio LLC';

function caseOf(docketId: number, docketNumber: string, where: keyof typeof court, parties: string[], patent: string) {
  const entries = [entry('1', 'Mar 5, 2026', `COMPLAINT for Patent Infringement filed by ${parties[0]}.`)];
  return docket(docketId, {
    ...court[where],
    docketNumber,
    caseName: parties.slice(0, 2).join(' v. '),
    dateFiled: '2026-03-05',
    parties,
    patentNumbers: [patent],
    assignedTo: 'Rosa Quill',
    entryTotal: 1,
    entries,
  });
}

/** The cases that last through the whole story, except 9004. Only the partner may see 9006. */
export const cases: readonly DocketHit[] = [
  caseOf(9001, '1:26-cv-00811', 'ded', [halberd, corvane, 'Kelmora LLC'], '7100001'),
  caseOf(9002, '2:26-cv-00451', 'txed', ['Pellmore Devices Corp.', corvane], '7100002'),
  caseOf(9003, '2:26-cv-05501', 'cacd', ['Marling Home GmbH', 'Tarnby Lighting Ltd.'], '7100003'),
  caseOf(9004, '1:26-cv-00907', 'ded', ['Sellford Kitchen Co.', 'Ostwick Audio Inc.'], '7100004'),
  caseOf(9005, '1:26-cv-01234', 'ilnd', [halberd, 'Tarnby Lighting Ltd.'], '7100003'),
  caseOf(9006, '1:26-cv-00666', 'ded', ['Falconbridge Optics Inc.', 'Quillon Lenses LLC'], '7100006'),
];

/** The case that ends, and the day it ends. */
export const ended = { caseId: 9004, day: '2026-11-17' };

/** The case that is filed during the story. */
export const newCase = {
  day: '2026-11-18',
  hit: {
    ...caseOf(9101, '2:26-cv-00999', 'txed', [halberd, 'Wexmore Sports AG'], '7100001'),
    dateFiled: '2026-11-18',
    entries: [entry('1', 'Nov 18, 2026', `COMPLAINT for Patent Infringement filed by ${halberd}`)],
  },
};

/** The dates of the cases, with the entry, if any, that vacates each. */
export const standing: readonly { number: string; date: string; vacatedBy?: string }[] = [
  { number: '26-5501', date: '2026-12-08', vacatedBy: '32' },
  { number: '26-5501', date: '2027-01-29', vacatedBy: '34' },
  { number: '26-5501', date: '2027-02-11' },
  { number: '26-451', date: '2026-12-11' },
  { number: '26-1234', date: '2026-12-03', vacatedBy: '53' },
];

type Row = readonly [day: string, caseId: number, number: string, text: string];

const rows: readonly Row[] = [
  ['11-10', 9001, '12', `STIPULATION of Dismissal of Count II only by ${halberd}. (Moss, Ada)`],
  ['11-12', 9001, '13', 'SO ORDERED, re 12 Stipulation of Dismissal of Count II only. Signed by Judge Rosa Quill.'],
  ['11-19', 9001, '14', 'NOTICE OF SUGGESTION OF BANKRUPTCY by Kelmora LLC. (Weiss, Dan)'],
  ['11-24', 9001, '15', `NOTICE of Voluntary Dismissal by ${halberd} as to Defendant Kelmora LLC only. (Moss, Ada)`],
  ['11-11', 9002, '21', `MOTION for Extension of Time to Answer re 1 Complaint by ${corvane}. (Farrow, Jonas)`],
  [
    '11-13',
    9002,
    '22',
    'Text Order GRANTING 21 Motion for Extension of Time to Answer re 1 Complaint. Answer due 12/11/2026.',
  ],
  [
    '11-20',
    9002,
    '23',
    `STIPULATION TO EXTEND TIME to Respond to the Complaint to 12/30/2026 - filed by ${corvane}. (Farrow, Jonas)`,
  ],
  ['11-10', 9003, '30', 'MOTION to Dismiss for Lack of Jurisdiction by Tarnby Lighting Ltd. (Inglis, Harlan)'],
  [
    '11-10',
    9003,
    '31',
    'NOTICE of Hearing on 30 Motion to Dismiss: Motion Hearing set for 12/8/2026 at 10:00 AM before Judge Rosa Quill.',
  ],
  [
    '11-16',
    9003,
    '32',
    'CLERKS NOTICE VACATING the hearing on 30 Motion to Dismiss set for 12/8/2026. The motion is under submission.',
  ],
  ['11-17', 9003, '33', 'ORAL ORDER by Judge Rosa Quill: a Markman Hearing is set for 1/29/2027 at 09:00 AM.'],
  [
    '11-23',
    9003,
    '34',
    'ORDER: The Markman Hearing set for 1/29/2027 is RESET to 2/11/2027 at 09:00 AM. Signed by Judge Rosa Quill.',
  ],
  [
    '11-17',
    9004,
    '41',
    'ORDER: this case is DISMISSED with prejudice. (*** Civil Case Terminated) Signed by Judge Quill.',
  ],
  [
    '11-19',
    9004,
    '42',
    'STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 1/4/2027 - filed by Sellford Kitchen Co.',
  ],
  [
    '11-11',
    9005,
    '50',
    'ORDER TO SHOW CAUSE why sanctions should not issue. Show Cause Hearing set for 12/3/2026 at 10:00 AM.',
  ],
  ['11-12', 9005, '51', 'MANDATE of USCA for the Federal Circuit as to 40 Notice of Appeal. AFFIRMED.'],
  ['11-18', 9005, '52', 'CASE STAYED pending IPR. The clerk is directed to administratively close the case.'],
  ['11-25', 9005, '53', 'ORDER TO SHOW CAUSE HEARING VACATED: the hearing set for 12/3/2026 is vacated.'],
  ['11-30', 9005, '54', 'ORDER OVERRULING 210 Objections and ADOPTING 204 Report and Recommendation.'],
  ['11-16', 9006, '61', 'MOTION for Preliminary Injunction by Falconbridge Optics Inc. (Hesketh, Ines)'],
  ['11-25', 9006, '62', 'ORDER granting 61 Motion for Preliminary Injunction against Quillon Lenses LLC.'],
  ['12-01', 9101, '2', 'Return of Service Unexecuted as to Wexmore Sports AG.'],
];

/** Returns the story's filings on these days and a random one each working day, the oldest first. */
export function filingsOf(seed: string, days: readonly string[]): Filing[] {
  const told = rows
    .map(([day, caseId, number, text]) => ({ day: `2026-${day}`, caseId, number, text }))
    .filter(({ day }) => days.includes(day));
  const dice = new Dice('four weeks', seed);
  const daily = days
    .filter(isWorkday)
    .map((day, place) => ({
      day,
      caseId: dice.pick([9001, 9002, 9003, 9005]),
      number: String(70 + place),
      text: `${dice.pick(everyday)} regarding Exhibit ${70 + place}. (Cawdor, Desmond)`,
    }));
  return [...told, ...daily].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const everyday = [
  'NOTICE OF SERVICE of Interrogatories',
  'LETTER to the Honorable Rosa Quill',
  'DECLARATION of Greta Ellery',
  'Joint STATUS REPORT',
  'MOTION to Seal',
] as const;

function isWorkday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
}

/** Shows what courts file on a day in the sandbox. */
export function file(sandbox: Sandbox, filings: readonly Filing[], day: string): void {
  if (day === newCase.day) sandbox.put(newCase.hit);
  for (const { caseId, number, text } of filings.filter((one) => one.day === day)) {
    sandbox.patch({ type: 'docket', key: String(caseId), addEntries: [entry(number, wordsOf(day), text)] });
  }
  if (day === ended.day) {
    const set = { status: 'terminated', dateTerminated: day };
    sandbox.patch({ type: 'docket', key: String(ended.caseId), set });
  }
}

function wordsOf(day: string): string {
  const [month = '', date = ''] = new Date(`${day}T12:00:00Z`).toUTCString().slice(5, 11).split(' ').reverse();
  return `${month} ${Number(date)}, ${day.slice(0, 4)}`;
}
