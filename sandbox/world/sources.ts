import { type Day, dateOf } from './day.ts';

export interface Register {
  readonly source: string;
  /** Designs of this register per 1,000 designs of the world. */
  readonly weight: number;
  readonly termYears: number;
  /** Years that a renewal adds; 0: not renewable. */
  readonly renewalYears: number;
  /** Fields that this register lacks (docs/service.md, section 6.1). */
  readonly lacks: readonly ('STATUS' | 'HOL' | 'PROD' | 'DETAIL_DATA')[];
  readonly designated: string;
  irn(serial: number, registered: Day): string;
  /** Returns the `ID` for a number. */
  id(irn: string, registered: Day): string;
}

const year = (day: Day) => dateOf(day).slice(0, 4);
const figures = (serial: number, length: number) => String(serial).padStart(length, '0');

const lasting = (termYears: number, renewalYears: number) => ({ termYears, renewalYears, lacks: [] });

/** The numbers are in ranges that the offices have not issued. */
export const REGISTERS: readonly [Register, ...Register[]] = [
  {
    source: 'HAGUE',
    weight: 300,
    ...lasting(5, 5),
    designated: 'EM',
    irn: (n) => `DM/${700_000 + n}`,
    id: (irn) => `HAGUE.${irn.replace('M/', '')}`,
  },
  register('EMID', 200, lasting(5, 5), (n) => `098${figures(n, 6)}-0001`),
  register('USID', 200, { ...lasting(15, 0), lacks: ['STATUS'] }, (n) => `D${3_000_000 + n}`),
  {
    source: 'CNID',
    weight: 100,
    ...lasting(15, 0),
    lacks: ['DETAIL_DATA'],
    designated: 'CN',
    irn: (n) => `CN388${figures(n, 6)}S`,
    id: (irn, day) => `CNID.${year(day)}.${irn}`,
  },
  register('DEID', 50, lasting(5, 5), (n, day) => `40${year(day)}88${figures(n, 6)}-0001`),
  register('JPID', 50, { ...lasting(25, 0), lacks: ['HOL', 'PROD'] }, (n) => `D${5_000_000 + n}`),
  register('KRID', 30, lasting(20, 0), (n) => `30-88${figures(n, 6)}`),
  register('FRID', 20, lasting(5, 5), (n, day) => `FR${year(day)}88${figures(n, 6)}-001`),
  register('INID', 20, lasting(10, 5), (n) => `88${figures(n, 6)}-001`),
  register('ITID', 10, lasting(5, 5), (n, day) => `IT40${year(day)}88${figures(n, 6)}`),
  register('ESID', 10, lasting(5, 5), (n) => `D88${figures(n, 6)}-01`),
  register('CHID', 10, lasting(5, 5), (n) => `88${figures(n, 6)}`),
];

/** A national register, whose `ID` is its name and the number. */
function register(
  source: string,
  weight: number,
  terms: Pick<Register, 'termYears' | 'renewalYears' | 'lacks'>,
  irn: Register['irn'],
): Register {
  return { source, weight, ...terms, designated: source.slice(0, 2), irn, id: (number) => `${source}.${number}` };
}

export function registerOf(source: string): Register | undefined {
  return REGISTERS.find((register) => register.source === source);
}

/** A class of the Locarno classification, with our own short label and products in it. */
interface LocarnoClass {
  readonly code: string;
  readonly label: string;
  readonly products: readonly [string, ...string[]];
}

export const BOTTLES: LocarnoClass = {
  code: '09-01',
  label: 'Bottles, flasks, pots',
  products: ['Bottle', 'Spray bottle', 'Bottle with cap', 'Flask', 'Dispensing bottle', 'Perfume bottle'],
};

export const CLASSES: readonly [LocarnoClass, ...LocarnoClass[]] = [
  BOTTLES,
  { code: '06-01', label: 'Seats', products: ['Chair', 'Stool', 'Bench', 'Armchair'] },
  { code: '07-01', label: 'China, glassware, dishes', products: ['Cup', 'Drinking glass', 'Bowl', 'Mug with lid'] },
  {
    code: '08-05',
    label: 'Other tools and implements',
    products: ['Pliers', 'Multi tool', 'Scraper', 'Utility cutter'],
  },
  { code: '09-03', label: 'Boxes and cases', products: ['Storage box', 'Packaging container', 'Carton', 'Gift box'] },
  { code: '12-16', label: 'Parts of vehicles', products: ['Wheel rim', 'Vehicle bumper', 'Grille for vehicle'] },
  { code: '14-01', label: 'Sound and picture equipment', products: ['Loudspeaker', 'Headphones', 'Earphone case'] },
  { code: '14-03', label: 'Communication devices', products: ['Mobile phone', 'Antenna', 'Remote control'] },
  { code: '21-02', label: 'Sports equipment', products: ['Paddle', 'Kick scooter', 'Training weight'] },
  { code: '23-01', label: 'Fluid distribution', products: ['Faucet', 'Shower head', 'Valve', 'Hose nozzle'] },
  { code: '26-05', label: 'Lamps', products: ['Table lamp', 'Pendant lamp', 'Wall luminaire', 'Lantern'] },
  { code: '28-03', label: 'Toilet articles', products: ['Hair brush', 'Razor', 'Cosmetic applicator'] },
];

export function labelOfClass(code: string): string {
  return CLASSES.find((known) => known.code === code)?.label ?? 'Miscellaneous';
}
