import type { Design } from './design.ts';

const titles: Readonly<Record<string, string>> = {
  '01': 'Foodstuffs',
  '02': 'Articles of clothing and haberdashery',
  '03': 'Travel goods, cases, parasols and personal belongings, not elsewhere specified',
  '04': 'Brushware',
  '05': 'Textile piece goods, artificial and natural sheet material',
  '06': 'Furnishing',
  '07': 'Household goods, not elsewhere specified',
  '08': 'Tools and hardware',
  '09': 'Packaging and containers for the transport or handling of goods',
  '10': 'Clocks and watches and other measuring instruments, checking and signalling instruments',
  '11': 'Articles of adornment',
  '12': 'Means of transport or hoisting',
  '13': 'Equipment for production, distribution or transformation of electricity',
  '14': 'Recording, telecommunication or data processing equipment',
  '15': 'Machines, not elsewhere specified',
  '16': 'Photographic, cinematographic and optical apparatus',
  '17': 'Musical instruments',
  '18': 'Printing and office machinery',
  '19': 'Stationery and office equipment, artists’ and teaching materials',
  '20': 'Sales and advertising equipment, signs',
  '21': 'Games, toys, tents and sports goods',
  '22': 'Arms, pyrotechnic articles, articles for hunting, fishing and pest killing',
  '23': 'Fluid distribution equipment, sanitary, heating, ventilation and air-conditioning equipment, solid fuel',
  '24': 'Medical and laboratory equipment',
  '25': 'Building units and construction elements',
  '26': 'Lighting apparatus',
  '27': 'Tobacco and smokers’ supplies',
  '28': 'Pharmaceutical and cosmetic products, toilet articles and apparatus',
  '29': 'Devices and equipment against fire hazards, for accident prevention and for rescue',
  '30': 'Articles for the care and handling of animals',
  '31': 'Machines and appliances for preparing food or drink, not elsewhere specified',
  '32': 'Graphic symbols and logos, surface patterns, ornamentation, arrangement of interiors and exteriors',
};

export function locarnoTitle(code: string): string | undefined {
  const digits = /^\s*(\d{1,2})(?!\d)/.exec(code)?.[1];
  return digits === undefined ? undefined : titles[digits.padStart(2, '0')];
}

/** As its register has it (`09-01 Bottles and flasks`), else the title of the class. */
export function locarnoName({ details }: Pick<Design, 'details'>, code: string): string | undefined {
  return subclassNames(details?.class_and_subclass_of_the_locarno_classification ?? '').get(code) ?? locarnoTitle(code);
}

/** `13-03 Power distribution; 13-02 Power supplies`: the name of each by its code. */
function subclassNames(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/[;|]\s*(?=\d{1,2}-\d)/).flatMap((part) => {
    const [, code = '', name = ''] = /^\s*(\d{1,2}-\d{1,2})\s+(\S.*?)\s*$/.exec(part) ?? [];
    return name === '' ? [] : [[code.replace(/\d+/g, (digits) => digits.padStart(2, '0')), name] as const];
  });
  return new Map(pairs);
}

/** Of classes 1 to 32, besides 00 and 99, of all editions: a superfluous number finds nothing. */
const highestSubclass = [
  6, 7, 5, 4, 6, 13, 10, 11, 10, 7, 5, 17, 4, 7, 10, 6, 5, 4, 8, 3, 5, 8, 8, 5, 4, 7, 9, 6, 2, 12, 1, 3,
];

/** `09` → `09-00`, `09-01` … `09-10`, `09-99`; none where there is no such class. */
export function subclassesOf(mainClass: string): string[] {
  const highest = highestSubclass[Number(mainClass) - 1];
  if (highest === undefined) return [];
  const numbers = [...Array.from({ length: highest + 1 }, (_, number) => number), 99];
  return numbers.map((number) => `${mainClass}-${String(number).padStart(2, '0')}`);
}

/** Codes as people say them: `09-01, 09-03`; a class with all its subclasses is `09 (all subclasses)`. */
export function wholeClasses(codes: readonly string[]): string[] {
  const known = new Set(codes);
  const isWhole = (code: string) => {
    const all = subclassesOf(code.slice(0, 2));
    return all.length > 0 && all.every((one) => known.has(one));
  };
  return [...new Set(codes.map((code) => (isWhole(code) ? `${code.slice(0, 2)} (all subclasses)` : code)))];
}
