/** Classes of the Locarno classification with our own short labels, and products that fall under them. */
export interface LocarnoClass {
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
