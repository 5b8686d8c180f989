import { execFile } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { openMachine } from '../../e2e/machine.ts';
import { main } from '../../program.ts';
import { freshStore } from '../../store/freshStore.ts';
import { tempFolder } from '../../tempFolder.ts';
import { toStart } from '../../toStart.ts';

const run = promisify(execFile);
const bin = resolve(import.meta.dirname, '../../../bin/tipstaff.js');

it('the installed program starts and prints its version', async () => {
  expect((await run(process.execPath, [bin, '--version'])).stdout).toBe(`${manifest.version}\n`);
});

it('a Node that is too old gets one line that names the version needed, and exit code 2', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`;
  const words = /^Tipstaff needs Node 22\.19 or newer; this is v20\.20\.2\. .*npx tipstaff.*\n$/;
  const started = run(process.execPath, ['--import', old, bin, '--version']);
  await expect(started).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
});

it('tipstaff read streams its output, and does not hold a long input in memory', async () => {
  const folder = tempFolder();
  const line = `${JSON.stringify({ text: 'NOTICE of service', filed: '2026-11-21', more: 'ballast '.repeat(2500) })}\n`;
  writeFileSync(join(folder, 'lines'), line.repeat(3000));
  const script = `"$0" --max-old-space-size=32 "$1" read < lines | wc -l`;
  const { stdout } = await run('sh', ['-c', script, process.execPath, main], { cwd: folder });
  expect(stdout.trim()).toBe('3000');
});

it('a backup that found no room leaves no partial copy, which would pass for a backup', async () => {
  const { file } = await freshStore();
  const folder = dirname(file);
  const watch = '{ id: lamp, dockets: { patentNumber: "1234567" }, notify: [] }';
  writeFileSync(
    join(folder, 'watches.yaml'),
    `service: { baseUrl: sandbox }\ndatabase: ${file}\nwatches: [${watch}]\n`,
  );
  const script = 'ulimit -f 64; exec "$0" "$1" backup copy.db';
  const failed = run('bash', ['-c', script, process.execPath, main], { cwd: folder });
  const words = expect.stringMatching(/could not be copied .* needs room for about/);
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: words });
  expect(existsSync(join(folder, 'copy.db'))).toBe(false);
});

it('doctor and status say that this user may not write the database', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  chmodSync(machine.database, 0o400);
  // Root may write every file, unless it gives up this right.
  const asUser = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override' : 'env';
  const options = { cwd: machine.folder, env: { ...toStart, ...machine.env } };
  const tipstaff = (command: string) => run('sh', ['-c', `${asUser} ${process.execPath} ${main} ${command}`], options);
  const rights = 'Give the user that Tipstaff runs as the right to write to it and its folder';
  await expect(tipstaff('status')).rejects.toMatchObject({ stderr: expect.stringContaining(rights) });
  const words = new RegExp(`^failed {3}database: .*EACCES.*\\n {9}→ ${rights}\\.$`, 'm');
  await expect(tipstaff('doctor')).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(words) });
});
