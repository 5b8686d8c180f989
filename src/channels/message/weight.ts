/** How much an item matters to the reader. high: stands out and comes first; low: comes last. */
export type Weight = 'high' | 'normal' | 'low';

/** high before normal before low. */
export function weightOrder(weight: Weight): number {
  return { high: 0, normal: 1, low: 2 }[weight];
}
