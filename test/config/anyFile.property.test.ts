import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { runs } from '../runs.ts';
import { load } from './workspace.ts';

const sound = readFileSync(resolve(import.meta.dirname, '../../watches.yaml'), 'utf8');
const lines = sound.split('\n');

/** Returns whether the text is accepted, or refused with places that exist in the file. */
function judge(text: string): 'accepted' | 'refused' {
  try {
    load(text, { TIPSTAFF_TOKEN: 'sandbox' });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { line, column } of error.mistakes) {
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(text.split('\n').length + 1);
      expect(column).toBeGreaterThan(0);
    }
    expect(error.mistakes.length).toBeGreaterThan(0);
    return 'refused';
  }
}

describe('a file with any content', () => {
  it('is accepted, or refused with places that exist, when characters are damaged', () => {
    const damage = fc.record({
      at: fc.nat(sound.length),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ maxLength: 6 }),
        fc.constantFrom('${', '}', '[', '{', ': ', '\n', '\t', '&a ', '*a', '!x ', '"', '- '),
      ),
    });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        const text = damages.reduce((now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut), sound);
        expect(['accepted', 'refused']).toContain(judge(text));
      }),
      { numRuns: runs({ few: 60, many: 150 }) },
    );
  });

  it('is accepted, or refused with places that exist, when lines are lost', () => {
    fc.assert(
      fc.property(fc.subarray(lines, { minLength: 1 }), (kept) => {
        expect(['accepted', 'refused']).toContain(judge(kept.join('\n')));
      }),
      { numRuns: runs({ few: 40, many: 80 }) },
    );
  });

  it('is the same with a byte order mark and Windows line ends', () => {
    expect(judge(`\ufeff${lines.join('\r\n')}`)).toBe('accepted');
  });
});
