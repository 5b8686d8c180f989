import { describe, expect, it } from 'vitest';
import { newRecordChange } from '../../../src/records/diff/lateEntries.ts';
import { briefOf } from '../../../src/records/record.ts';
import { aDocket, anEntry } from './dockets.ts';

const context = { baselineOn: '2026-02-01' };

describe('a record that is new to a watch', () => {
  it('is reported with the number of its entries', () => {
    expect(newRecordChange(briefOf(aDocket({ entries: [anEntry()] })), context)).toMatchObject({
      kind: 'docket.new',
      fields: [{ field: 'entries', before: null, after: 1 }],
    });
    expect(newRecordChange(aDocket({ entryTotal: 340, entries: [anEntry()] }), context).fields[0]?.after).toBe(340);
  });

  it('is reported as newly visible if it was filed or registered long before the baseline', () => {
    expect(newRecordChange(aDocket({ dateFiled: '2019-05-01' }), context).note).toBe('newly visible, filed 2019');
    const design = { type: 'design', key: 'HAGUE.DM/1', source: 'HAGUE', registered: '2019-05-01' } as const;
    expect(newRecordChange(design, context)).toMatchObject({
      kind: 'design.new',
      fields: [],
      note: 'newly visible, registered 2019',
    });
  });

  it('is not reported as newly visible if it was known, and the watch found it after a holder was added', () => {
    const design = { type: 'design', key: 'HAGUE.DM/1', source: 'HAGUE', registered: '2019-05-01' } as const;
    const noteOf = (after: readonly string[], registered = '2019-05-01') => {
      const names = { field: 'holders', before: ['Acme'], after: [...after] };
      return newRecordChange({ ...design, registered }, { ...context, names }).note;
    };
    expect(noteOf(['Rival AG'])).toBe('from another holder, registered 2019');
    expect(noteOf(['Acme', 'Rival AG'], '2026-02-20')).toBe('from another holder');
    expect(noteOf([])).toBe('newly visible, registered 2019');
  });

  it('has a rule that says why it is new: an old case, changed parties, or none of both', () => {
    const names = { field: 'parties', before: null, after: ['Rival Inc.'] };
    const of = (dateFiled: string, more = {}) => newRecordChange(aDocket({ dateFiled }), { ...context, ...more });
    expect(of('2026-03-01').rule).toBe('new to the watch');
    expect(of('2019-05-01').rule).toBe('new to the watch, filed long before its baseline');
    expect(of('2026-03-01', { names })).toMatchObject({
      fields: [names],
      rule: 'new to the watch, after its parties changed',
    });
    expect([of('2026-01-02').note, of('2026-01-01').note]).toEqual([undefined, 'newly visible, filed 2026']);
  });

  it.each(['2026-01-10', '2026-03-01', '', undefined])('is reported without a note if its date is %s', (dateFiled) => {
    expect(newRecordChange(aDocket({ dateFiled }), context)).not.toHaveProperty('note');
  });
});
