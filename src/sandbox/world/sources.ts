import { type Day, dateOf } from './day.ts';

/** How one register numbers, protects and shows its designs. */
export interface Register {
  readonly source: string;
  /** How many in a thousand of the world's designs it has. */
  readonly weight: number;
  /** Years of the first term. */
  readonly termYears: number;
  /** Years that a renewal adds; 0: it cannot be renewed. */
  readonly renewalYears: number;
  /** Fields that this register does not have (docs/service.md, section 6.1). */
  readonly lacks: readonly ('STATUS' | 'HOL' | 'PROD' | 'DETAIL_DATA')[];
  readonly designated: string;
  irn(serial: number, registered: Day): string;
  /** `ID` from the number. */
  id(irn: string, registered: Day): string;
}

const plainId = (source: string) => (irn: string) => `${source}.${irn}`;
const year = (day: Day) => dateOf(day).slice(0, 4);
const figures = (serial: number, length: number) => String(serial).padStart(length, '0');

/** Numbers lie where the offices have not issued any. */
// biome-ignore format: a table
export const REGISTERS: readonly [Register, ...Register[]] = [
  { source: 'HAGUE', weight: 300, termYears: 5, renewalYears: 5, lacks: [], designated: 'EM', irn: (n) => `DM/${700_000 + n}`, id: (irn) => `HAGUE.${irn.replace('M/', '')}` },
  { source: 'EMID', weight: 200, termYears: 5, renewalYears: 5, lacks: [], designated: 'EM', irn: (n) => `098${figures(n, 6)}-0001`, id: plainId('EMID') },
  { source: 'USID', weight: 200, termYears: 15, renewalYears: 0, lacks: ['STATUS'], designated: 'US', irn: (n) => `D${3_000_000 + n}`, id: plainId('USID') },
  { source: 'CNID', weight: 100, termYears: 15, renewalYears: 0, lacks: ['DETAIL_DATA'], designated: 'CN', irn: (n) => `CN388${figures(n, 6)}S`, id: (irn, day) => `CNID.${year(day)}.${irn}` },
  { source: 'DEID', weight: 50, termYears: 5, renewalYears: 5, lacks: [], designated: 'DE', irn: (n, day) => `40${year(day)}88${figures(n, 6)}-0001`, id: plainId('DEID') },
  { source: 'JPID', weight: 50, termYears: 25, renewalYears: 0, lacks: ['HOL', 'PROD'], designated: 'JP', irn: (n) => `D${5_000_000 + n}`, id: plainId('JPID') },
  { source: 'KRID', weight: 30, termYears: 20, renewalYears: 0, lacks: [], designated: 'KR', irn: (n) => `30-88${figures(n, 6)}`, id: plainId('KRID') },
  { source: 'FRID', weight: 20, termYears: 5, renewalYears: 5, lacks: [], designated: 'FR', irn: (n, day) => `FR${year(day)}88${figures(n, 6)}-001`, id: plainId('FRID') },
  { source: 'INID', weight: 20, termYears: 10, renewalYears: 5, lacks: [], designated: 'IN', irn: (n) => `88${figures(n, 6)}-001`, id: plainId('INID') },
  { source: 'ITID', weight: 10, termYears: 5, renewalYears: 5, lacks: [], designated: 'IT', irn: (n, day) => `IT40${year(day)}88${figures(n, 6)}`, id: plainId('ITID') },
  { source: 'ESID', weight: 10, termYears: 5, renewalYears: 5, lacks: [], designated: 'ES', irn: (n) => `D88${figures(n, 6)}-01`, id: plainId('ESID') },
  { source: 'CHID', weight: 10, termYears: 5, renewalYears: 5, lacks: [], designated: 'CH', irn: (n) => `88${figures(n, 6)}`, id: plainId('CHID') },
];

export function registerOf(source: string): Register | undefined {
  return REGISTERS.find((register) => register.source === source);
}

/** Classes of the Locarno classification with our own short labels, and products that fall under them. */
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
