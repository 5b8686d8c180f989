import { Dice } from './dice.ts';

/** Invented names from syllables, so that they mean no real company or person. */

// biome-ignore format: a word list
const HEADS = [
  'Bren', 'Tol', 'Quar', 'Vel', 'Ost', 'Mar', 'Kel', 'Dren', 'Fal', 'Gris', 'Hol', 'Jor', 'Lun', 'Nor', 'Pell',
  'Rav', 'Sel', 'Tarn', 'Ulv', 'Wex', 'Yar', 'Zan', 'Aln', 'Cor',
] as const;
// biome-ignore format: a word list
const TAILS = [
  'wick', 'vane', 'rell', 'dora', 'mont', 'by', 'stead', 'ling', 'ford', 'ara', 'eno', 'isk', 'holt', 'una', 'more',
  'tec',
] as const;
// biome-ignore format: a word list
const TRADES = [
  'Packaging', 'Audio', 'Tools', 'Home', 'Mobility', 'Lighting', 'Instruments', 'Systems', 'Sports', 'Kitchen',
  'Devices', 'Furniture',
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

/** Number of different companies in a world of any size. */
export const COMPANIES = 4000;

const companies = new Map<number, string>();

/** @param number any whole number from 0; names repeat from COMPANIES on */
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

function personName(dice: Dice): string {
  return `${dice.pick(GIVEN)} ${INITIALS[dice.between(0, INITIALS.length - 1)]}. ${dice.pick(SURNAMES)}`;
}

export interface Court {
  /** `courtId` of the contract (docs/service.md). */
  readonly id: string;
  readonly name: string;
  /** First digits of the court's document links. */
  readonly prefix: string;
  /** Number of divisions. The division is the first digit of a case number. */
  readonly divisions: number;
}

export const DELAWARE: Court = {
  id: 'ded',
  name: 'U.S. District Court for the District of Delaware',
  prefix: '043',
  divisions: 1,
};

/** Courts with many patent cases. The courts are real, but their judges here are invented. */
export const COURTS: readonly [Court, ...Court[]] = [
  DELAWARE,
  { id: 'txed', name: 'U.S. District Court for the Eastern District of Texas', prefix: '175', divisions: 6 },
  { id: 'txwd', name: 'U.S. District Court for the Western District of Texas', prefix: '181', divisions: 7 },
  { id: 'cand', name: 'U.S. District Court for the Northern District of California', prefix: '035', divisions: 5 },
  { id: 'cacd', name: 'U.S. District Court for the Central District of California', prefix: '031', divisions: 8 },
  { id: 'njd', name: 'U.S. District Court for the District of New Jersey', prefix: '119', divisions: 3 },
  { id: 'ilnd', name: 'U.S. District Court for the Northern District of Illinois', prefix: '067', divisions: 3 },
  { id: 'nysd', name: 'U.S. District Court for the Southern District of New York', prefix: '127', divisions: 7 },
  { id: 'wawd', name: 'U.S. District Court for the Western District of Washington', prefix: '197', divisions: 3 },
  { id: 'mad', name: 'U.S. District Court for the District of Massachusetts', prefix: '095', divisions: 4 },
];

/** Returns one of the court's eight judges. */
export function judgeOf(court: Court, seat: number): string {
  return personName(new Dice('judge', court.id, seat % 8));
}

/** Returns `1:20-cv-00168`. */
export function caseNumberOf(division: number, year: number, serial: number): string {
  return `${division}:${String(year % 100).padStart(2, '0')}-cv-${String(serial % 100_000).padStart(5, '0')}`;
}
