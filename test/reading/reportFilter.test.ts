import { describe, expect, it } from 'vitest';
import { filteredOutBy, isImportantTo, type ReportFilter } from '../../src/reading/entryPriority.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const order = readEntry('ORDER granting 12 Motion for Preliminary Injunction');
const transcript = readEntry('TRANSCRIPT of Proceedings held on 11/2/2026');
const motion = readEntry('MOTION to Stay by Rival, Inc.');

describe('the report of a watch', () => {
  it.each<[string, ReportFilter | undefined, string | undefined]>([
    ['without a filter, everything', undefined, undefined],
    ['types that it names', { entries: ['order', 'transcript'] }, undefined],
    ['topics that it names, whatever the type', { about: ['injunction'] }, undefined],
    ['either, where it names both', { entries: ['judgment'], about: ['injunction'] }, undefined],
    ['nothing else', { entries: ['judgment'] }, 'report.entries does not name it: order about injunction'],
    ['nothing that it excludes', { entries: ['order'], exclude: ['injunction'] }, 'report.exclude: injunction'],
  ])('contains %s', (_, filter, reason) => {
    expect(filteredOutBy(filter, order)).toBe(reason);
  });

  it('excludes entries by type and by topic', () => {
    expect(filteredOutBy({ exclude: ['transcript'] }, transcript)).toBe('report.exclude: transcript');
    expect(filteredOutBy({ about: ['injunction'] }, motion)).toBe('report.about does not name it: motion about stay');
  });

  it('marks the entries that the watch calls important', () => {
    expect([isImportantTo({ important: ['stay'] }, motion), isImportantTo({ important: ['stay'] }, order)]).toEqual([
      true,
      false,
    ]);
  });
});
