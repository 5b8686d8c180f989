import { createPublicKey } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { freshStore } from '../store/freshStore.ts';
import { putWatch } from '../store/putWatches.ts';
import { commandsOn } from './commandsOn.ts';

async function install() {
  const { store, file } = await freshStore();
  await putWatch(store, 'lamp', { matter: 'M-1' });
  const dockets = { patentNumber: '1234567' };
  const { folder, run } = commandsOn(file, { watches: [{ id: 'lamp', matter: 'M-1', notify: [], dockets }] });
  return { folder, run: (...argv: string[]) => run('evidence', ...argv) };
}

it('evidence writes a file for its owner only, prints its public key, and verifies the file', async () => {
  const { folder, run } = await install();
  const file = join(folder, 'evidence.zip');
  const words = ['--matter', 'M-1', '--from', '2026-01-01', '--until', '2026-01-31', '--out', file];
  const made = await run(...words);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(`Wrote ${file}`) });
  expect(made.stdout).toContain('It has 0 checks: nothing was checked in this period.');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = /Signed with the key ([0-9a-f]{64})/.exec(made.stdout)?.[1] ?? '';
  // The format is that of openssl: the PEM on lines of its own, then the fingerprint.
  const shown = (await run('--public-key')).stdout;
  expect(shown).toMatch(new RegExp(`^-----BEGIN PUBLIC KEY-----\n.*\n-----END PUBLIC KEY-----\n${key}\n$`));
  expect(createPublicKey(shown).asymmetricKeyType).toBe('ed25519');
  expect(await run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('it exists already.') });

  expect(await run('--verify', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is as it was signed'),
  });
  expect(await run('--verify', file, '--key', key)).toMatchObject({ code: 0 });
  expect(await run('--verify', file, '--key', 'ab'.repeat(32))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('proves nothing: another key signed it: '),
  });
  const files = unzipSync(readFileSync(file));
  writeFileSync(file, zipSync({ ...files, 'checks.json': strToU8('[{"outcome":"complete"}]') }));
  expect(await run('--verify', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('checks.json was changed'),
  });
  expect(await run('--verify', file, '--json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"intact":false'),
  });
});

it('evidence names the options and files that it lacks', async () => {
  const { folder, run } = await install();
  expect(await run('--matter', 'M-1')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from DAY') });
  const out = ['--out', join(folder, 'e.zip')];
  expect(await run('--matter', 'M-9', '--from', '2026-01-01', '--until', '2026-01-02', ...out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('M-9'),
  });
  expect(await run('--verify', join(folder, 'none.zip'))).toMatchObject({ code: 2 });
});
