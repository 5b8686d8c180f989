import { expect, it } from 'vitest';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { fieldRows } from '../../../src/alerts/message/fieldRows.ts';
import { baselineOutline } from '../../../src/alerts/message/message.ts';
import { updatedWords } from '../../../src/alerts/message/words/happened.ts';
import type { FieldChange } from '../../../src/records/diff/change.ts';
import {
  announced,
  baselineContent,
  bottle,
  change,
  changesContent,
  widgetCase,
  widgetWatch,
} from '../outbox/samples.ts';

const given = { cases: [], reader: { timezone: 'UTC' }, now: '2026-11-21' };

/** Returns the rows as text, like `Party added: Rival GmbH`. */
function rowsOf(...fields: FieldChange[]): string[] {
  return fieldRows(fields, given).map(({ name, value }) => `${name}: ${value.map((piece) => piece.text).join(' ')}`);
}

it('the row of a holder says whether the holder was added, removed or replaced', () => {
  const added = { field: 'holders', before: ['RIVAL, Inc.'], after: ['RIVAL, Inc.', 'Rival Brands B.V.'] };
  expect(rowsOf(added)).toEqual(['Holder added: Rival Brands B.V.']);
  expect(updatedWords({ record: widgetCase, fields: [added] })).toBe('holder Rival Brands B.V. added');
  const removed = { field: 'holders', before: ['A', 'B', 'C'], after: ['A', 'C'] };
  expect(rowsOf(removed)).toEqual(['Holder removed: B']);
  const replaced = { field: 'holders', before: ['Rival Industries, Inc.'], after: ['Rival Holdings Ltd'] };
  expect(rowsOf(replaced)).toEqual(['Holder: Rival Industries, Inc. Rival Holdings Ltd']);
  expect(updatedWords({ record: widgetCase, fields: [replaced] })).toBe('holder changed');
});

it('the row of the parties names only those that were added or removed', () => {
  const one = { field: 'parties', before: ['Widget Co.'], after: ['Widget Co.', 'Gristec Instruments B.V.'] };
  expect(rowsOf(one)).toEqual(['Party added: Gristec Instruments B.V.']);
  const two = { field: 'parties', before: null, after: ['Widget Co.', 'Gristec Instruments B.V.'] };
  expect(rowsOf(two)).toEqual(['2 parties added: Widget Co.; Gristec Instruments B.V.']);
  expect(rowsOf({ ...one, before: one.after, after: one.before })).toEqual(['Party removed: Gristec Instruments B.V.']);
});

it('the words about several fields say which ones changed and what was added', () => {
  const judge = { field: 'assignedTo', before: 'A', after: 'B' };
  const name = { field: 'caseName', before: 'A v. B', after: 'A v. C' };
  const party = { field: 'parties', before: ['A'], after: ['A', 'C'] };
  expect(updatedWords({ record: widgetCase, fields: [judge, name, party] })).toBe(
    'judge and case name changed, party C added',
  );
  const patent = (number: string) => ({ field: 'patentNumbers', before: ['6834603'], after: ['6834603', number] });
  expect(updatedWords({ record: widgetCase, fields: [patent('DM/950014')] })).toBe('design DM/950014 added');
  expect(updatedWords({ record: widgetCase, fields: [patent('7654321')] })).toBe('patent 7654321 added');
  const nature = { field: 'suitNature', before: '1', after: '2' };
  expect(updatedWords({ record: widgetCase, fields: [judge, name, party, nature] })).toBe(
    'judge changed, case name changed and 2 more fields changed',
  );
});

it('the row of a design’s case says what its status was and is, instead of the whole line twice', () => {
  const before = ['1:26-cv-00504 Widget Co. v. Rival (U.S. District Court for the Western District of Texas, open)'];
  const after = [before[0]?.replace('open', 'terminated') ?? ''];
  const line = 'Case: 1:26-cv-00504 Widget Co. v. Rival (W.D. Tex.): open → ended';
  expect(rowsOf({ field: 'litigation', before, after })).toEqual([line]);
  const fresh = { field: 'litigation', before: [], after: ['1:26-cv-2 Rival v. Acme (ded, open)'] };
  expect(rowsOf(fresh)).toEqual(['Case added: 1:26-cv-2 Rival v. Acme (D. Del.): open']);
  expect(rowsOf({ field: 'litigation', before: null, after: ['1:26-cv-2 (open)'] })).toEqual([
    'Case added: 1:26-cv-2: open',
  ]);
});

it('a design that changed hands names its holders before and after', () => {
  const after = ['Rival A', 'Rival B'];
  const taken = change('design.new', {
    record: { ...bottle, holders: after },
    fields: [{ field: 'holders', before: ['Kelmont'], after }],
  });
  expect(renderText(changesContent([taken])).replace(/\s+/g, ' ')).toContain(
    'Holder: Kelmont → Rival A; Rival B Product:',
  );
});

it('a baseline explains ten values of a list that found nothing, and counts the rest', () => {
  const nothingFor = Array.from({ length: 13 }, (_, index) => ({ asks: `patent number ${index}`, advice: [] }));
  const baseline = baselineContent([announced(widgetWatch, { records: 5, nothingFor })]);
  const texts = baselineOutline(baseline, { discreet: false }).warnings?.map(({ text }) => text);
  expect(texts).toHaveLength(11);
  expect(texts?.at(-1)).toBe('Found NOTHING for 3 more values (Widget patent, anywhere).');
});
