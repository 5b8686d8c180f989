import { expect, it } from 'vitest';
import { productName } from '../../src/records/design.ts';

it.each([
  ['1. Perfume bottle', 'Perfume bottle'],
  ['1.-6. Inserts for suitcase', 'Inserts for suitcase'],
  ['2.-3. LED wall light', 'LED wall light'],
  ['1, 3. Caps', 'Caps'],
  ['1) Flask', 'Flask'],
  ['3.5 mm plug', '3.5 mm plug'],
  ['12 V battery', '12 V battery'],
  ['Bottle No. 5', 'Bottle No. 5'],
  ['1.', '1.'],
])('the product %s is named %s', (product, name) => expect(productName(product)).toBe(name));
