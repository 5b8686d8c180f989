import { describe, expect, it } from 'vitest';
import { compareDocketStatus } from '../../../src/records/diff/docketFields.ts';
import { aDocket } from './dockets.ts';

type State = readonly [status: string | undefined, dateTerminated: string | undefined];
const docketIn = ([status, dateTerminated]: State) => aDocket({ status, dateTerminated });
const open: State = ['open', ''];
const ended: State = ['terminated', '2026-05-01'];

describe('the status of a case', () => {
  it.each<[what: string, before: State, after: State, reported: string[]]>([
    ['that it ended', open, ended, ['status: open > terminated', 'dateTerminated: null > 2026-05-01']],
    ['that it opened again', ended, open, ['status: terminated > open', 'dateTerminated: 2026-05-01 > null']],
    [
      'that it opened again, the date left out',
      ended,
      ['open', undefined],
      ['status: terminated > open', 'dateTerminated: 2026-05-01 > null'],
    ],
    [
      'that it opened again, in a word that contains one for an ended case',
      ended,
      ['Suspended', ''],
      ['status: terminated > Suspended', 'dateTerminated: 2026-05-01 > null'],
    ],
    ['that it ended again', ended, ['terminated', '2026-09-01'], ['dateTerminated: 2026-05-01 > 2026-09-01']],
    ['that it ended, by the date alone', open, [undefined, '2026-05-01'], ['dateTerminated: null > 2026-05-01']],
    [
      'that it ended, where nothing was known',
      [undefined, undefined],
      ended,
      ['status: null > terminated', 'dateTerminated: null > 2026-05-01'],
    ],
  ])('reports %s', (_, before, after, reported) => {
    const { fields } = compareDocketStatus(docketIn(before), docketIn(after));
    expect(fields.map((each) => `${each.field}: ${each.before} > ${each.after}`)).toEqual(reported);
  });

  it.each<[what: string, before: State, after: State]>([
    ['blank', ended, ['', '']],
    ['nothing but blanks', ended, ['  ', '']],
    ['absent', ended, [undefined, undefined]],
    ['blank in its date only', ended, ['terminated', '']],
    ['spelled otherwise', open, ['Open', undefined]],
    ['open, where nothing was known', [undefined, undefined], open],
  ])('reports nothing when the new value is %s', (_, before, after) => {
    expect(compareDocketStatus(docketIn(before), docketIn(after)).fields).toEqual([]);
  });

  it.each(['Closed', 'CASE_CLOSED'])('does not count as open when another word, %s, says that it is over', (word) => {
    const { fields, dateTerminated } = compareDocketStatus(docketIn(ended), docketIn([word, '']));
    expect(fields.map((each) => each.field)).toEqual(['status']);
    expect(dateTerminated).toBe('2026-05-01');
  });
});
