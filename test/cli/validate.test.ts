import { describe, expect, it } from 'vitest';
import { folderWith, sandboxEnvironment, withWatch } from '../config/workspace.ts';
import { type Ran, runHere } from '../runHere.ts';

/** Runs the command in a folder with this watches.yaml. */
function validate(text: string, options: readonly string[] = []): Promise<Ran> {
  const folder = folderWith({ 'watches.yaml': text });
  return runHere(['validate', ...options], { folder, env: sandboxEnvironment });
}

const sound = withWatch('  - { id: two, designs: { source: [HAGUE, EMID], locarno: 09-01 } }');
const doubtful = withWatch('  - { id: two, designs: { source: HAGUE, holder: DOK } }');
const wrong = withWatch('    scheduel: daily');

describe('tipstaff validate', () => {
  it('counts watches, queries and channels when all is well', async () => {
    expect(await validate(sound)).toEqual({
      code: 0,
      stdout: '2 watches, 3 queries, 1 channel: all well, but this uses the built-in sandbox: made-up records\n',
      stderr: '',
    });
  });

  it('prints warnings to stderr, and exits with 0', async () => {
    const { code, stdout, stderr } = await validate(doubtful);
    expect(code).toBe(0);
    expect(stdout).toBe(
      '2 watches, 2 queries, 1 channel: well, with 1 warning, but this uses the built-in sandbox: made-up records\n',
    );
    expect(stderr).toContain('warning: watches.yaml:8:50 watches[two].designs.holder: found "DOK"');
  });

  it('warns of a folder of own pictures that is not there', async () => {
    const watch = '  - { id: two, designs: { source: HAGUE, holder: Rival }, similarTo: { pictures: our-bottle } }';
    const { code, stderr } = await validate(withWatch(watch));
    expect(code).toBe(0);
    expect(stderr).toMatch(/watch two: No design is compared with your pictures in our-bottle: no such file/);
  });

  it('warns if the schedules cost more than the budget, before the first check too', async () => {
    const words = 'warning: The schedules cost more than the budget: checks will be skipped. See: tipstaff plan';
    const [tight, ample] = [1, 9999].map((perMonth) => `budget: { perMonth: ${perMonth} }\n${sound}`);
    expect((await validate(tight ?? '')).stderr).toContain(words);
    const own = 'warning: Over their own budget: first: checks will be skipped. See: tipstaff plan';
    expect((await validate(withWatch('    budget: { perMonth: 1 }'))).stderr).toContain(own);
    expect(await validate(ample ?? '')).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await validate(tight ?? '', ['--json']);
    const never =
      'first is never checked: the check needs about 12 credits, more than the 1 of a whole month (budget.perMonth)';
    expect(JSON.parse(stdout).warnings).toEqual([
      never,
      never.replace('first', 'two').replace('12', '2'),
      words.replace('warning: ', ''),
    ]);
  });

  it('prints mistakes to stderr and nothing to stdout, and exits with 2', async () => {
    const { code, stdout, stderr } = await validate(wrong);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^watches.yaml:8:5 watches\[first\].scheduel: .*did you mean schedule\?\n1 mistake\n$/);
  });

  it('prints the same as one JSON object', async () => {
    const well = await validate(sound, ['--json']);
    expect(JSON.parse(well.stdout)).toMatchObject({
      ok: true,
      watches: 2,
      queries: 3,
      channels: 1,
      sandbox: true,
      warnings: [],
    });
    const ill = await validate(wrong, ['--json']);
    expect(ill.code).toBe(2);
    expect(JSON.parse(ill.stdout)).toMatchObject({
      ok: false,
      mistakes: [{ file: 'watches.yaml', line: 8, column: 5, path: 'watches[0].scheduel' }],
    });
  });

  it('prints the effective config without its secrets', async () => {
    const secret = 'smtp://tipstaff:hunter2-hunter2@127.0.0.1:1025';
    const { stdout } = await validate(sound.replace('smtp://127.0.0.1:1025', secret), ['--show']);
    expect(JSON.parse(stdout)).toMatchObject({
      goneAfterChecks: 3,
      channels: { ops: { smtpUrl: 'smtp://[hidden]@127.0.0.1:1025' } },
    });
    expect(stdout).not.toContain('hunter2-hunter2');
  });
});
