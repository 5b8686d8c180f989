import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { recordNews } from '../../../src/alerts/message/recordNews.ts';
import { placesOf } from '../../../src/alerts/message/words/recordWords.ts';
import { runs } from '../../runs.ts';
import { change, changesContent, entry, widgetCase, widgetWatch } from './samples.ts';

const papers = [
  'ORDER TO SHOW CAUSE why this case should not be dismissed. Response due by 12/7/2026.',
  'REPORT AND RECOMMENDATIONS re 203 Motion to Dismiss. Objections to R&R due by 11/30/2026.',
  'NOTICE OF APPEAL to the Federal Circuit by Rival.',
  'ORDER denying 203 Motion to Dismiss.',
  'Claim Construction ORDER. Signed by Judge Maria Stone.',
  'SO ORDERED: Answer due 12/3/2026.',
  'JUDGMENT in favor of Widget Co.',
  'MOTION for Preliminary Injunction by Widget Co.',
];
const word = fc.stringMatching(/^[A-Z][a-z]{1,18}$/);
const party = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const docket = fc
  .record({
    caseName: fc.tuple(party, party).map((parties) => parties.join(' v. ')),
    docketNumber: fc.stringMatching(/^[1-7]:2[0-9]-cv-[1-9]\d{4}$/),
    courtId: fc.constantFrom('ded', 'txed', 'prd'),
  })
  .map((some) => ({ ...widgetCase, ...some, key: some.docketNumber }));
const lists = fc
  .array(fc.tuple(docket, fc.subarray(papers, { minLength: 1 })), { minLength: 1, maxLength: 3 })
  .map((cases) =>
    cases.flatMap(([record, some]) =>
      some.map((description) => change('entry.new', { record, entry: entry({ description }) })),
    ),
  );

it('every subject has at most 80 characters, the main news of its first case, and the number of that case', () => {
  fc.assert(
    fc.property(lists, fc.string({ maxLength: 40 }), (changes, matter) => {
      const content = changesContent(changes, { watches: [{ ...widgetWatch, matter }] });
      const { subject } = alertOutline(content, { discreet: true });
      const [lead] = recordNews(content);
      const telling = lead?.consequences.find(({ kind }) => kind !== 'filed');
      expect(subject.length).toBeLessThanOrEqual(80);
      expect(subject.toLowerCase()).toContain(telling?.short.toLowerCase());
      expect(subject).toContain(lead && placesOf(lead.record).at(-1));
    }),
    { numRuns: runs({ few: 25, many: 80 }) },
  );
});
