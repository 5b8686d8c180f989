import { type Day, latestValue, slashesOf } from './day.ts';
import type { Dice } from './dice.ts';
import type { DocketStory, EntryStory } from './docketView.ts';

interface Matter {
  readonly plaintiff: string;
  readonly defendant: string;
  readonly patent: string;
  readonly judge: string;
}

type Sentence = (matter: Matter, day: Day, dice: Dice) => string;

function clerk(dice: Dice): string {
  return `(${dice.pick(['rmb', 'kjk', 'apk', 'srs', 'dlw', 'mal', 'ntl'])})`;
}

export const OPENING: readonly Sentence[] = [
  ({ plaintiff, defendant, patent }, _day, dice) =>
    `COMPLAINT for Patent Infringement of U.S. Patent No. ${patent} filed with Jury Demand against ${defendant}. - ` +
    'Magistrate Consent Notice to Pltf. ( Filing fee $ 405, receipt number ' +
    `ADEDC-${dice.between(1_000_000, 9_999_999)}.) - filed by ${plaintiff}. (Attachments: # 1 Exhibit A, # 2 Civil ` +
    `Cover Sheet)${clerk(dice)}`,
  (_matter, _day, dice) => `Notice, Consent and Referral forms re: U.S. Magistrate Judge jurisdiction. ${clerk(dice)}`,
  ({ patent, plaintiff }, day, dice) =>
    `Report to the Commissioner of Patents and Trademarks for Patent/Trademark Number(s) ${patent} (${plaintiff}). ` +
    `Date: ${slashesOf(day)}. ${clerk(dice)}`,
  ({ plaintiff }, _day, dice) =>
    `Disclosure Statement pursuant to Rule 7.1: No Parents or Affiliates Listed filed by ${plaintiff}. ${clerk(dice)}`,
  ({ defendant }, _day, dice) => `Summons Issued as to ${defendant}. ${clerk(dice)}`,
  ({ defendant, plaintiff }, day) =>
    `SUMMONS Returned Executed by ${plaintiff}. ${defendant} served on ${slashesOf(day - 5)}, answer due ` +
    `${slashesOf(day + 16)}.`,
];

/** Ordinary entries of a case, in any order. Those with a document come first. */
export const MIDDLE: readonly [Sentence, ...Sentence[]] = [
  ({ defendant, plaintiff }) =>
    `ANSWER to 1 Complaint, with Affirmative Defenses & COUNTERCLAIM against ${plaintiff} by ` +
    `${defendant}.(Ellery, Greta)`,
  ({ defendant }) =>
    `MOTION to Dismiss for Failure to State a Claim - filed by ${defendant}. (Attachments: # 1 Text of Proposed ` +
    'Order)(Farrow, Jonas)',
  ({ plaintiff }) =>
    `ANSWERING BRIEF in Opposition re Motion to Dismiss for Failure to State a Claim filed by ${plaintiff}. Reply ` +
    'Brief due date per Local Rules.(Hesketh, Ines)',
  (_matter, day) =>
    `STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to ${slashesOf(day + 30)} - filed by ` +
    'Plaintiff. (Brackley, Fabian)',
  ({ judge }, day, dice) =>
    `SCHEDULING ORDER: Joinder of Parties due by ${slashesOf(day + 90)}. Fact Discovery completed by ` +
    `${slashesOf(day + 240)}. Signed by Judge ${judge}. ${clerk(dice)}`,
  ({ patent }) =>
    `CLAIM CONSTRUCTION OPENING BRIEF regarding U.S. Patent No. ${patent} filed by Plaintiff. (Attachments: # 1 ` +
    'Exhibit 1, # 2 Exhibit 2, # 3 Exhibit 3)(Inglis, Harlan)',
  ({ defendant }) =>
    'NOTICE OF SERVICE of (1) Initial Disclosures; and (2) Core Technical Document Production filed by ' +
    `${defendant}.(Dunmere, Elspeth)`,
  ({ judge }, _day, dice) =>
    `ORDER: "IT IS HEREBY ORDERED that the stipulation is GRANTED." Signed by Judge ${judge}. ${clerk(dice)}`,
  ({ judge }, _day, dice) =>
    `MEMORANDUM OPINION & ORDER denying Motion to Dismiss; see text. Signed by Judge ${judge}. ${clerk(dice)}`,
  ({ plaintiff, defendant }) => `Joint STATUS REPORT by ${plaintiff}, ${defendant}. (Jessop, Adela)`,
  ({ plaintiff }) =>
    `MOTION for Pro Hac Vice Appearance of Attorney - filed by ${plaintiff}. (Attachments: # 1 ` +
    'Certification)(Cawdor, Desmond)',
  ({ judge }, day, dice) =>
    `ORAL ORDER by Judge ${judge}: a Markman Hearing is set for ${slashesOf(day + 60)} at 10:00 AM in Courtroom 4B. ` +
    `${clerk(dice)}`,
];

/** Entries without a number. */
export const UNNUMBERED: readonly [Sentence, ...Sentence[]] = [
  ({ judge }, day) =>
    `Minute Entry for proceedings held before Judge ${judge} - Telephone Conference held on ${slashesOf(day)}. ` +
    '(Court Reporter: H. Gantry.)',
  ({ judge }, _day, dice) => `SO ORDERED re Stipulation to Extend Time. Signed by Judge ${judge}. ${clerk(dice)}`,
  ({ judge }, _day, dice) =>
    `CORRECTING ENTRY: the previous entry was docketed in error and was removed. Chambers of Judge ${judge} ` +
    `notified. ${clerk(dice)}`,
  (_matter, day) =>
    'Pro Hac Vice Attorney added for electronic noticing. Set/Reset Deadlines: status report due by ' +
    `${slashesOf(day + 14)}.`,
];

export const reassigned: Sentence = ({ judge }, _day, dice) =>
  `Case Reassigned to Judge ${judge}. Please include the initials of the Judge assigned on all documents filed. ` +
  `${clerk(dice)}`;
export const joined: Sentence = ({ plaintiff, defendant, patent }) =>
  `AMENDED COMPLAINT for Infringement of U.S. Patent No. ${patent} against ${defendant}, adding a party - filed by ` +
  `${plaintiff}. (Attachments: # 1 Exhibit A)(Ashdown, Corinne)`;
export const dismissed: Sentence = ({ judge, plaintiff, defendant }, _day, dice) =>
  `STIPULATION AND ORDER of Dismissal of claims between ${plaintiff} and ${defendant} with prejudice. (*** Civil ` +
  `Case Terminated) Signed by Judge ${judge}. ${clerk(dice)}`;
export const reopened: Sentence = ({ judge, plaintiff }, _day, dice) =>
  `ORDER granting Motion of ${plaintiff} to Reopen Case. The Clerk shall reopen this case. Signed by Judge ` +
  `${judge}. ${clerk(dice)}`;

function modified(day: Day, dice: Dice): string {
  return dice.pick([
    `Modified on ${slashesOf(day)} ${clerk(dice)}.`,
    `(Additional attachment(s) added on ${slashesOf(day)}: # 4 Exhibit 4) ${clerk(dice)}.`,
    `(Main Document replaced on ${slashesOf(day)}) ${clerk(dice)}.`,
    `[STRICKEN per order of ${slashesOf(day)}]`,
  ]);
}

interface EntryTurns {
  /** Days from the date of the entry to its appearance. */
  readonly lateDays?: number | undefined;
  readonly noteOn?: Day | undefined;
  readonly attachmentOn?: Day | undefined;
  /** Default: one document. */
  readonly documents?: number | undefined;
}

/** Writes and numbers the entries of one case. */
export class EntryWriter {
  readonly entries: EntryStory[] = [];
  readonly #story: DocketStory;
  readonly #dice: Dice;
  #number = 0;

  constructor(story: DocketStory, dice: Dice) {
    this.#story = story;
    this.#dice = dice;
  }

  numbered(dated: Day, sentence: Sentence, turns: EntryTurns = {}): void {
    this.#number += 1;
    this.#write(String(this.#number), dated, sentence, { documents: 1, ...turns });
  }

  unnumbered(dated: Day, sentence: Sentence, turns: EntryTurns = {}): void {
    this.#write('', dated, sentence, { documents: 0, ...turns });
  }

  #write(number: string, dated: Day, sentence: Sentence, turns: EntryTurns): void {
    this.entries.push({
      number,
      dated,
      shown: dated + (turns.lateDays ?? 0),
      // A name that ends in a period also ends the sentence.
      text: sentence(this.#matter(dated), dated, this.#dice).replaceAll('..', '.'),
      documents: turns.documents ?? 0,
      note: turns.noteOn === undefined ? undefined : { on: turns.noteOn, text: modified(turns.noteOn, this.#dice) },
      attachmentOn: turns.attachmentOn,
    });
  }

  #matter(day: Day): Matter {
    const [plaintiff, defendant] = this.#story.parties;
    return {
      plaintiff: plaintiff?.value ?? '',
      defendant: defendant?.value ?? '',
      patent: this.#story.patents[0]?.value ?? '',
      judge: latestValue(this.#story.judges, day) ?? '',
    };
  }
}
