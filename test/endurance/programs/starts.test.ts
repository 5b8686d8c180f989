import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { main } from '../../program.ts';
import { freshStore } from '../../store/freshStore.ts';
import { tempFolder } from '../../tempFolder.ts';

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
