import * as fc from 'fast-check';

/** Two watches of one company each. Many cases name both companies, and both watches find them. */
export const watches = ['widget', 'rival'] as const;
export type WatchId = (typeof watches)[number];
export const companies: Readonly<Record<WatchId, string>> = { widget: 'Widget', rival: 'Rival' };

/** What happens in the world between two checks. `pick` selects one of the existing cases. */
export type Happening =
  | Filing
  | { readonly kind: 'entries'; readonly pick: number; readonly count: number }
  | { readonly kind: 'copies'; readonly pick: number; readonly copies: Copies }
  | { readonly kind: 'hide'; readonly pick: number; readonly from: readonly WatchId[] }
  | { readonly kind: 'receipt' | 'pdf' | 'end' | 'reopen' | 'judge' | 'party' | 'show'; readonly pick: number };

export interface Filing {
  readonly kind: 'filed';
  readonly entries: number;
  readonly parties: number;
}

/** The copies of a case that the service returns. The poorer copy has another status, and may lack the first entry. */
export type Copies = 'better' | 'both' | 'poorer';

export const filing: fc.Arbitrary<Filing> = fc.record({
  kind: fc.constant('filed' as const),
  entries: fc.integer({ min: 0, max: 7 }),
  parties: fc.integer({ min: 1, max: 2 }),
});

const pick = fc.nat({ max: 20 });

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  filing,
  fc.record({ kind: fc.constant('entries' as const), pick, count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('copies' as const), pick, copies: fc.constantFrom('better', 'both', 'poorer') }),
  fc.record({ kind: fc.constant('hide' as const), pick, from: fc.subarray([...watches], { minLength: 1 }) }),
  fc.record({ kind: fc.constantFrom('receipt', 'pdf', 'end', 'reopen', 'judge', 'party', 'show'), pick }),
);
