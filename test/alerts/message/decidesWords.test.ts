import { expect, it } from 'vitest';
import { decidesWords } from '../../../src/alerts/message/changeItem.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import type { Entry } from '../../../src/records/docket.ts';
import { entry } from '../outbox/samples.ts';

const known: Readonly<Record<string, string>> = {
  1: 'COMPLAINT for patent infringement against Rival, Inc.',
  88: 'MOTION for Summary Judgment by Rival, Inc.',
  90: 'MOTION for Partial Summary Judgment by Widget Co.',
  128: 'ORDER granting 120 Motion',
  180: 'NOTICE OF APPEAL to the Federal Circuit',
  203: 'MOTION for Extension of Time to Answer by Rival, Inc.',
  204: 'REPORT AND RECOMMENDATION re 88 Motion to Dismiss: recommending that it be granted in part',
  208: 'STIPULATION to extend time by Widget Co., Rival, Inc.',
  210: 'OBJECTION to 204 Report and Recommendation by Rival, Inc.',
};

function says(text: string): string {
  const reading = readEntry(text, '2026-11-12');
  const namedEntries = reading.refersTo.flatMap((documentNumber): Entry[] => {
    const description = known[documentNumber];
    return description === undefined ? [] : [entry({ documentNumber, description, dateFiled: '' })];
  });
  return decidesWords(reading, { entry: entry({ description: text }), namedEntries }, { timezone: 'UTC' });
}

it.each([
  // The subject of the motion is not granted.
  [
    'Text Order GRANTING 203 Motion for Extension of Time to Answer re 1 Complaint',
    'Grants D.I. 203, the motion for extension of time; about D.I. 1, the complaint.',
  ],
  [
    'SO ORDERED, re 208 Stipulation to extend time to answer re 1 Complaint',
    'Grants D.I. 208, the stipulation on extension of time; about D.I. 1, the complaint.',
  ],
  // Each motion has its own outcome.
  [
    'ORDER denying 88 Motion for Summary Judgment; granting 90 Motion for Partial Summary Judgment',
    'Denies D.I. 88, the motion for summary judgment; grants D.I. 90, the motion for summary judgment.',
  ],
  [
    'ORDER OVERRULING 210 Objections and ADOPTING 204 Report and Recommendations',
    'Overrules D.I. 210, the objection; adopts D.I. 204, the report and recommendation on motion to dismiss.',
  ],
  ['REPORT AND RECOMMENDATION overruling 210 Objections', 'Recommends overruling D.I. 210, the objection.'],
  // The court only heard the other motion, or decided an oral one.
  [
    'Minutes: Motion Hearing held re 88 MOTION and 90 MOTION. The Court DENIES 88 and takes 90 under advisement.',
    'Denies D.I. 88, the motion for summary judgment; defers D.I. 90, the motion for summary judgment.',
  ],
  [
    'Minutes: Motion Hearing held re 88 MOTION. Oral motion for JMOL denied.',
    'About D.I. 88, the motion for summary judgment.',
  ],
  // The outcome of an earlier order is not part of its name.
  ['RESPONSE to 128 Order', 'About D.I. 128, the order.'],
  // The court affirms a judgment, not the notice of appeal.
  [
    'MANDATE of USCA as to 180 Notice of Appeal. The judgment of the district court is AFFIRMED.',
    'About D.I. 180, the notice of appeal.',
  ],
])('the words about an entry say what it does to each entry that it names: %s', (text, words) => {
  expect(says(text)).toBe(words);
});
