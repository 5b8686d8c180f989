import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redesigned, type Tier } from '../../sandbox/shapes/shape.ts';
import { Dice } from '../../sandbox/world/dice.ts';
import { decodePicture, traitsOfPicture } from '../../src/check/likeness/pictures/describePicture.ts';
import { lookLength, mirrored, traitsLength } from '../../src/check/likeness/pictures/histogram.ts';
import { type Discriminant, learnDiscriminant } from './looks/discriminant.ts';
import { type Model, readModels } from './looks/models.ts';
import { drawSheet, randomStyle } from './looks/sheets.ts';

// MODELS=FOLDER node test/bench/teachLooks.ts: makes data/looks-projection.bin from the CC0 models of Debian's package
// sweethome3d-furniture and nothing else (data/README.md). KEEP=FOLDER keeps the drawn sheets for the next run.

const { MODELS = '/usr/share/sweethome3d/furniture', KEEP } = process.env;
const library = 'BlendSwap-CC-0';
const tiers: readonly Tier[] = ['copy', 'copy', 'light', 'strong'];
const sheetsPerModel = 16;

const models = readModels(MODELS, (name) => name === library);
if (models.length === 0) throw new Error(`There is no ${library}.sh3f in ${MODELS}: set MODELS to its folder.`);
if (KEEP) mkdirSync(KEEP, { recursive: true });
const classes: Float32Array[][] = [];
for (const [index, model] of models.entries()) {
  const examples = await examplesOf(model, index);
  // A design and its mirror image are two classes, because they are different designs.
  classes.push(examples, examples.map(mirrored));
  process.stderr.write(`\r${index + 1} of ${models.length} models`);
}
writeFileSync(
  new URL('../../data/looks-projection.bin', import.meta.url),
  packed(learnDiscriminant(classes, lookLength)),
);

async function examplesOf({ shape }: Model, index: number): Promise<Float32Array[]> {
  const dice = new Dice(`teach${index}`);
  const examples: Float32Array[] = [];
  for (let view = 0; view < sheetsPerModel; view++) {
    const file = KEEP && join(KEEP, `${index}_${view}.jpg`);
    const draw = () => drawSheet(redesigned(shape, tiers[view >> 2] ?? 'copy', dice), randomStyle(dice), view, dice);
    const sheet = file && existsSync(file) ? readFileSync(file) : await draw();
    if (file) writeFileSync(file, sheet);
    examples.push(...traitsOfPicture(await decodePicture(sheet)).slice(0, 1));
  }
  return examples;
}

/** Scales, offsets and weights, in the order in which `parseProjection` reads them. */
function packed({ mean, rows }: Discriminant): Buffer {
  const bytes = Buffer.alloc(lookLength * (8 + traitsLength));
  for (const [at, row] of rows.entries()) {
    const scale = row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
    bytes.writeFloatLE(scale, at * 4);
    bytes.writeFloatLE(
      row.reduce((sum, weight, column) => sum + weight * (mean[column] ?? 0), 0),
      (lookLength + at) * 4,
    );
    row.forEach((weight, column) => {
      bytes.writeInt8(Math.round(weight / scale), lookLength * 8 + at * traitsLength + column);
    });
  }
  return bytes;
}
