import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMachine } from '../../e2e/machine.ts';
import { runHere } from '../../runHere.ts';
import { designHit } from '../hits.ts';

// test/endurance/looksCommand.test.ts tests more of the command, with larger folders.

const folder = mkdtempSync(join(tmpdir(), 'looks-'));

function putPicture(design: string, sheet: string): void {
  mkdirSync(join(folder, design), { recursive: true });
  cpSync(join(import.meta.dirname, 'sheets', sheet), join(folder, design, '0.jpg'));
}

it('looks --like FOLDER --among FOLDER ranks the designs of one folder by likeness to each of the other', async () => {
  putPicture('own/ours', 'chairCopy-gray-0.jpg');
  putPicture('register/car', 'car-line-0.jpg');
  putPicture('register/chair', 'chair-line-0.jpg');
  writeFileSync(join(folder, 'register/car/broken.jpg'), 'no picture');
  const ran = await runHere(['looks', '--like', 'own', '--among', 'register'], { folder });
  expect(ran.stdout).toMatch(/^OWN .*\nours +chair +0\.\d\d.*\n(ours)? +car +0\.\d\d/);
  expect(ran.stdout).toContain('2 of 2 designs compared');
  expect(ran.stderr).toContain('Not compared: register/car/broken.jpg.');
});

it('looks exits with 2 without arguments, and names a picture or folder that does not exist', async () => {
  const missing = await runHere(['looks', '--like', 'nowhere', '--among', 'register'], { folder });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no picture and no folder nowhere.'),
  });
  expect(await runHere(['looks'], { folder })).toMatchObject({ code: 2 });
});

it('looks --like takes a stored design by its number or key', async () => {
  const machine = await openMachine({ watches: [{ id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } }] });
  machine.service.designs = [designHit(1, {})];
  await machine.run(['check']);
  for (const name of ['DM/200001', 'HAGUE.DM/200001']) {
    // Its pictures are not stored yet.
    expect((await machine.run(['looks', '--like', name])).stderr).toContain('No picture of HAGUE.DM/200001');
  }
  expect((await machine.run(['looks', '--like', 'nowhere'])).stderr).toContain('no stored design nowhere');
});
