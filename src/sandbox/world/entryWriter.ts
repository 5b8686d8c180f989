import type { Day } from './day.ts';
import type { Dice } from './dice.ts';
import type { DocketStory, EntryStory } from './docketStory.ts';
import { type Matter, modified, type Sentence } from './docketText.ts';
import { latestValue } from './since.ts';

/** What may happen to an entry beside being filed. */
export interface EntryTurns {
  /** Days between the day it bears and the day it is seen. */
  readonly lateDays?: number | undefined;
  readonly noteOn?: Day | undefined;
  readonly attachmentOn?: Day | undefined;
  /** Absent: one document. */
  readonly documents?: number | undefined;
}

/** Writes the entries of one case one after the other and numbers them. */
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
      // A name that ends in a full stop ends the sentence too.
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
