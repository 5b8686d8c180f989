import { Dice } from '../world/dice.ts';
import { families, makeShape } from './families.ts';
import { redesigned, type Shape } from './shape.ts';

type Product = keyof typeof products;

/** What a class of the Locarno classification registers here, by its first two figures. */
const products = {
  '06': ['chair', 'table', 'sofa', 'cabinet'],
  '07': ['cup', 'kettle'],
  '08': ['watch', 'kettle'],
  '09': ['bottle'],
  '12': ['car'],
  '14': ['phone', 'headphones'],
  '21': ['car', 'watch'],
  '23': ['kettle', 'lamp'],
  '26': ['lamp'],
  '28': ['bottle', 'watch'],
} as const;

/**
 * In each class so many lines of products are known; each design belongs to one, and differs from the others of its
 * line a little.
 */
const lines = 24;
/** Widget's bottle, and the newer ones of Rival at the Hague, which are drawn after it. */
const own = 'DM949700';
const afterOwn = /^DM950[0-4]\d\d$/;

/**
 * What a registration protects: the same for the same number. @param number without slashes, as in the path of its
 * pictures
 */
export function shapeOfDesign(locarno: string, number: string): Shape {
  if (number === own) return lineOf('bottle', 'Widget');
  if (afterOwn.test(number)) return redesigned(lineOf('bottle', 'Widget'), 'near', new Dice(number));
  const dice = new Dice(`line of ${number}`);
  const [first, ...others] = products[locarno.slice(0, 2) as Product] ?? ['bottle'];
  const product = dice.pick([first, ...others]);
  return redesigned(lineOf(product, Math.floor(dice.next() * lines)), 'light', new Dice(number));
}

function lineOf(product: string, line: number | string): Shape {
  return makeShape(families[product] ?? (() => {}), new Dice(`${product} ${line}`));
}
