import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ChildClosed, ChildEnded, openChild } from '../../src/base/inChild.ts';
import { readSheet } from '../../src/base/sheet/rowsOfSheet.ts';
import { openLooker } from '../../src/check/likeness/pictures/lookAt.ts';
import { eventually } from '../eventually.ts';
import { byNight } from '../runs.ts';
import { sheetOf } from './sheetOf.ts';

const task = '../../test/endurance/childTasks/misbehave';

function open(limits = { memoryMb: 150, seconds: 60 }) {
  const child = openChild<string, string>(task, limits);
  onTestFinished(() => child.close());
  return child;
}

describe('the process of a task', () => {
  it.each([
    ['spin', /more than 1 seconds/, { memoryMb: 150, seconds: 1 }],
    ['fill the heap', /more than 150 MB/, undefined],
    ['fill other memory', /more than 150 MB/, undefined],
    ['exit', /broke what reads it/, undefined],
  ] as const)('that would %s is ended with a reason, and the next task is done', async (how, why, limits) => {
    const child = open(limits);
    const error = await child.ask(how).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ChildEnded);
    expect((error as Error).message).toMatch(why);
    // A second is little on a slow machine, where the next process may take as long to start.
    await eventually(async () => expect(await child.ask('well')).toBe('did well'));
  });

  it('is ended when it is closed, and all waiting requests are rejected', async () => {
    const child = open();
    const [first, second] = [child.ask('spin'), child.ask('well')].map((one) => one.catch((error: unknown) => error));
    await child.close();
    expect(await first).toBeInstanceOf(ChildClosed);
    expect(await second).toBeInstanceOf(ChildClosed);
    expect(await child.ask('well')).toBe('did well');
  });
});

const ordinary = Array.from({ length: 5000 }, (_, row) => `<row><c><v>${row}</v></c></row>`).join('');

const large = () => sheetOf(`<row><c><v>1</v></c></row>${' '.repeat(70_000_000)}`, { level: 1 });

/** Returns a sheet whose zip claims that it unpacks to a hundred bytes. */
function liar(): Uint8Array {
  const zip = Buffer.from(large());
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1'))
    zip.writeUInt32LE(100, at + 24);
  return zip;
}

describe('a sheet', () => {
  const hostile: readonly [string, () => Uint8Array, RegExp][] = [
    ['a value in the last cell there is', () => sheetOf('<row><c r="XFD1048576"><v>1</v></c></row>'), /12000 rows/],
    ['a row beyond all rows', () => sheetOf('<row r="999999999"><c><v>1</v></c></row>'), /12000 rows/],
    ['a column beyond all columns', () => sheetOf('<row><c r="ZZZ1"><v>1</v></c></row>'), /100 columns/],
    ['70 MB', large, /too large/],
    ['70 MB that say they are a hundred bytes', liar, /no workbook/],
    [
      'a stray value far to the right of 5,000 rows',
      () => sheetOf(`<row><c r="XFD1"><v>x</v></c></row>${ordinary}`),
      /100 columns/,
    ],
    ['1.9 million lines', () => Buffer.from('abc\n'.repeat(1_900_000)), /12000 rows/],
    ['300,000 headings', () => Buffer.from('namf,nane,'.repeat(150_000)), /100 columns/],
    ['60,000 rows of one name', () => Buffer.from(`name\n${'Acme Holdings Limited\n'.repeat(60_000)}`), /12000 rows/],
  ];

  it.each(byNight ? hostile : hostile.slice(0, 6))('with %s is refused with a reason', async (_name, make, why) => {
    await expect(readSheet(make())).rejects.toMatchObject({ code: 'usage.sheet', message: expect.stringMatching(why) });
  });

  it('of 8 MB of commas has no cell', async () => {
    expect(await readSheet(Buffer.alloc(8_000_000, ','))).toEqual([]);
  });
});

describe('a picture', () => {
  const quickly = { compressionLevel: 1, adaptiveFiltering: false };
  const gray = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 90, g: 90, b: 90, alpha: 0.5 } } });

  it('of AVIF or of more than 16 million pixels is refused, and a turned 16-bit picture is read', async () => {
    const looker = openLooker();
    onTestFinished(() => looker.close());
    const avif = await gray(640, 640).avif({ effort: 0 }).toBuffer();
    await expect(looker.lookAt(avif)).rejects.toThrow('no format that registers publish');
    await expect(looker.lookAt(await gray(4100, 4100).png(quickly).toBuffer())).rejects.toThrow(/pixel limit/);
    const turned = gray(4000, 4000).toColourspace('rgb16').withMetadata({ orientation: 6 });
    expect(await looker.lookAt(await turned.png(quickly).toBuffer())).toEqual([]);
  });
});
