import { mkdirSync, writeFileSync } from 'node:fs';
import { families, makeShape } from '../../sandbox/shapes/families.ts';
import { redesigned, type Shape } from '../../sandbox/shapes/shape.ts';
import { Dice } from '../../sandbox/world/dice.ts';
import { drawSheet, type Style } from './looks/sheets.ts';

// node test/bench/drawSheets.ts: draws test/check/likeness/sheets, two pictures of each design, as registers show them.

const folder = new URL('../check/likeness/sheets', import.meta.url);

function familyShape(name: string): Shape {
  const family = families[name];
  if (family === undefined) throw new Error(`There is no family ${name}.`);
  return makeShape(family, new Dice(name));
}

const copyOf = (name: string) => redesigned(familyShape(name), 'copy', new Dice(`copied ${name}`));
const sheets: readonly (readonly [name: string, shape: Shape, style: Style])[] = [
  ['bottle-line', familyShape('bottle'), 'line'],
  ['bottleCopy-gray', copyOf('bottle'), 'gray'],
  ['car-gray', familyShape('car'), 'gray'],
  ['car-line', familyShape('car'), 'line'],
  ['chair-line', familyShape('chair'), 'line'],
  ['chairCopy-gray', copyOf('chair'), 'gray'],
  ['phone-color', familyShape('phone'), 'color'],
  ['phone-gray', familyShape('phone'), 'gray'],
];

mkdirSync(folder, { recursive: true });
for (const [name, shape, style] of sheets) {
  for (const view of [0, 1]) {
    const file = `${name}-${view}.jpg`;
    writeFileSync(new URL(file, folder), await drawSheet(shape, style, view, new Dice(file)));
  }
}
