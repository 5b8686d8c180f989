import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runHere } from '../runHere.ts';

const folder = mkdtempSync(join(tmpdir(), 'looks-'));
const sheets = join(import.meta.dirname, '../check/likeness/sheets');

/** Designs as a register shows them. Two of them have an own design, drawn in another style and from other sides. */
beforeAll(() => {
  putDesign('register/bottle', 'bottle-line');
  putDesign('register/chair', 'chair-line');
  putDesign('register/car', 'car-line');
  putDesign('own/our-bottle', 'bottleCopy-gray');
  putDesign('own/our-chair', 'chairCopy-gray');
  writeFileSync(join(folder, 'register/car/broken.jpg'), 'no picture');
});

function putDesign(path: string, sheet: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  for (const view of [0, 1]) cpSync(join(sheets, `${sheet}-${view}.jpg`), join(folder, path, `${view}.jpg`));
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('looks --like FOLDER --among FOLDER --json ranks the designs of one folder by likeness to the other', async () => {
  const ran = await runHere(['looks', '--like', 'own', '--among', 'register', '--top', '2', '--json'], { folder });
  expect(ran.code).toBe(0);
  const lines = linesOf(ran.stdout);
  expect(lines.map(({ own }) => own)).toEqual([...Array(2).fill('our-bottle'), ...Array(2).fill('our-chair')]);
  expect([lines[0]?.key, lines[2]?.key]).toEqual(['bottle', 'chair']);
  expect(Object.keys(lines[0] ?? {})).toEqual(['own', 'key', 'likeness', 'picture']);
  expect(lines[0]?.picture).toMatch(/^[01]\.jpg$/);
  const likeness = lines.slice(0, 2).map((line) => Number(line.likeness));
  expect(likeness).toEqual(likeness.toSorted((a, b) => b - a));
  expect(ran.stderr).toContain('Not compared: register/car/broken.jpg.');
});

it('looks --like accepts the pictures of one design too, and says how many designs were compared', async () => {
  const ran = await runHere(['looks', '--among', 'register', '--like', 'own/our-chair/0.jpg', 'own/our-chair/1.jpg'], {
    folder,
  });
  expect(ran.stdout).toMatch(/^OWN .*\n0\.jpg +chair +0\.\d\d/);
  expect(ran.stdout).toContain('3 of 3 designs compared');
});

it('looks names a design without a picture, and a picture that belongs to no design', async () => {
  const among = join(folder, 'mixed');
  putDesign('mixed/chair', 'chair-line');
  mkdirSync(join(among, 'empty'));
  cpSync(join(sheets, 'car-line-0.jpg'), join(among, 'lamp.jpg'));
  const ran = await runHere(['looks', '--like', 'own', '--among', 'mixed'], { folder });
  expect(ran.stderr).toContain('Not compared: mixed/empty. There is no picture in it.');
  expect(ran.stderr).toContain('Not compared: mixed/lamp.jpg. It lies beside the folders of designs');
  expect(ran.stdout).toContain('1 of 2 designs compared');
});

it('looks A B gives similar designs a higher likeness than different ones', async () => {
  const two = async (other: string) => {
    const ran = await runHere(['looks', 'own/our-chair', other, '--json'], { folder });
    return Number(linesOf(ran.stdout)[0]?.likeness);
  };
  expect(await two('register/chair')).toBeGreaterThan(await two('register/car'));
});

it('looks reports an error for a picture that cannot be read', async () => {
  const broken = await runHere(['looks', '--like', 'register/car/broken.jpg', '--among', 'register'], { folder });
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No picture of broken.jpg can be compared'),
  });
});
