/** A product without the numbers of its designs: `1.-6. Inserts for suitcase` → `Inserts for suitcase`. */
export function productName(product: string): string {
  return product.replace(/^\s*\d+\.?(?:\s*(?:[-–,]|to|and)\s*\d+\.?)*[.)]\s+(?=\S)/i, '');
}
