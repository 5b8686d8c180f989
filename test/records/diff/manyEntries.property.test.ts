import { describe, expect, it } from 'vitest';
import { matchEntries } from '../../../src/records/diff/matchEntries.ts';
import type { Entry } from '../../../src/records/docket.ts';
import { runs } from '../../runs.ts';
import { anEntry } from './dockets.ts';

/** So many entries cannot be compared pairwise, which would take hours. */
const count = Math.min(20_000, runs({ few: 200, many: 3000 }));

const unnumbered = (description: string): Entry =>
  anEntry({ documentNumber: '', dateFiled: '2026-03-02', documentHref: null, description });

describe(`${count} unnumbered entries of one day`, () => {
  const stored = Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    entry: unnumbered(`NOTICE of filing of exhibit ${index} by counsel of record for the plaintiff`),
  }));

  it('whose texts were all edited are each recognized by their own text', () => {
    const shown = stored.map(({ entry }) => unnumbered(`${entry.description} MODIFIED`)).reverse();
    const { matches, unknown } = matchEntries(stored, shown);
    expect(unknown).toEqual([]);
    const byOthers = matches.filter(
      (match) => match.shown.description !== `${match.stored.entry.description} MODIFIED`,
    );
    expect(byOthers).toEqual([]);
  });

  it('that are replaced by entirely different ones are new', () => {
    const shown = stored.map(({ seq }) => unnumbered(`ORDER ${seq} on the other matters that came before this court`));
    expect(matchEntries(stored, shown).unknown).toHaveLength(count);
  });

  it('that are all alike are matched one to one', () => {
    const fee = 'FILING fee received from counsel of record for the plaintiff';
    const before = stored.map(({ seq }) => ({ seq, entry: unnumbered(fee) }));
    const shown = Array.from({ length: count + 1 }, () => unnumbered(`${fee} EDITED`));
    expect(matchEntries(before, shown).unknown).toHaveLength(1);
  });
});
