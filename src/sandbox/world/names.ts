import { Dice } from './dice.ts';

/** Names of nobody: put together from syllables, so that no real firm or person is meant. */

// biome-ignore format: a word list
const HEADS = [
  'Bren', 'Tol', 'Quar', 'Vel', 'Ost', 'Mar', 'Kel', 'Dren', 'Fal', 'Gris', 'Hol', 'Jor', 'Lun', 'Nor', 'Pell',
  'Rav', 'Sel', 'Tarn', 'Ulv', 'Wex', 'Yar', 'Zan', 'Aln', 'Cor',
] as const;
// biome-ignore format: a word list
const TAILS = [
  'wick', 'vane', 'rell', 'dora', 'mont', 'by', 'stead', 'ling', 'ford', 'ara', 'eno', 'isk', 'holt', 'una', 'more', 'tec',
] as const;
// biome-ignore format: a word list
const TRADES = [
  'Packaging', 'Audio', 'Tools', 'Home', 'Mobility', 'Lighting', 'Instruments', 'Systems', 'Sports', 'Kitchen', 'Devices', 'Furniture',
] as const;
const FORMS = ['Inc.', 'LLC', 'Corp.', 'GmbH', 'Co., Ltd.', 'S.r.l.', 'AG', 'K.K.', 'B.V.', 'Ltd.'] as const;
const GIVEN = [
  'Adela',
  'Bertram',
  'Corinne',
  'Desmond',
  'Elspeth',
  'Fabian',
  'Greta',
  'Harlan',
  'Ines',
  'Jonas',
] as const;
const SURNAMES = [
  'Ashdown',
  'Brackley',
  'Cawdor',
  'Dunmere',
  'Ellery',
  'Farrow',
  'Gantry',
  'Hesketh',
  'Inglis',
  'Jessop',
] as const;
const INITIALS = 'ABCDEFGHJKLMPRSTW';

/** How many different companies a world has, however large it is. */
export const COMPANIES = 4000;

const companies = new Map<number, string>();

/** @param number any whole number from 0; numbers beyond COMPANIES begin again */
export function companyName(number: number): string {
  const place = number % COMPANIES;
  const known = companies.get(place);
  if (known !== undefined) return known;
  const dice = new Dice('company', place);
  const head = HEADS[place % HEADS.length] ?? HEADS[0];
  const tail = TAILS[Math.floor(place / HEADS.length) % TAILS.length] ?? TAILS[0];
  const name = `${head}${tail} ${dice.pick(TRADES)} ${dice.pick(FORMS)}`;
  companies.set(place, name);
  return name;
}

export function personName(dice: Dice): string {
  return `${dice.pick(GIVEN)} ${INITIALS[dice.between(0, INITIALS.length - 1)]}. ${dice.pick(SURNAMES)}`;
}
