import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { jsonLines, type Machine, openMachine } from './machine.ts';

const rarely = {
  spreadSeconds: 0,
  http: { port: 0 },
  watches: [{ id: 'yearly', dockets: { patentNumber: '6,834,603' }, schedule: '0 7 1 1 *' }],
};

const acme =
  'id: acme\nname: Acme in court\ndockets: { companyName: Acme Tools }\nschedule: "* * * * * *"\nnotify: [slack]\n';

/** Runs `tipstaff watches …` with a text as its file. */
async function watches(machine: Machine, args: readonly string[], text?: string) {
  const file = join(machine.folder, 'given.yaml');
  if (text !== undefined) writeFileSync(file, text);
  return machine.run(['watches', ...args, ...(text === undefined ? [] : [file])]);
}

describe('tipstaff watches', () => {
  it('adds a watch that every command knows, exports it as YAML, and refuses errors with their line', async () => {
    const machine = await openMachine(rarely);
    const wrong = await watches(machine, ['add'], acme.replace('* * * * * *', '0 25 * * *'));
    expect(wrong).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/given\.yaml:4:11 schedule: found "0 25 \* \* \*"; 25 is not a valid hour/),
    });
    await watches(machine, ['add'], acme);
    const again = await watches(machine, ['add'], acme);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('a watch of the page has this id') });
    machine.service.dockets = [docketWith([entryHit(1)], { parties: ['Acme Tools'] })];
    expect(jsonLines((await machine.run(['check', 'acme', '--json'])).stdout)).toMatchObject([
      { watch: 'acme', outcome: 'complete', hits: 1 },
    ]);
    expect(jsonLines((await machine.run(['plan', '--json'])).stdout).map((line) => line.watch)).toContain('acme');
    expect((await machine.run(['status'])).stdout).toMatch(/^acme +\S+ \S+ \S+ +complete/m);

    const listed = jsonLines((await machine.run(['list', 'watches', '--json'])).stdout);
    expect(listed).toMatchObject([
      { id: 'acme', records: 1 },
      { id: 'yearly', dockets: { patentNumber: ['6,834,603'] } },
    ]);
    const { stdout: yaml } = await watches(machine, ['export']);
    expect(await watches(machine, ['remove', 'acme'])).toMatchObject({ code: 0 });
    for (const command of ['remove', 'edit'])
      expect(await watches(machine, [command, 'acme'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('There is no watch "acme" of the page'),
      });
    expect(await watches(machine, ['remove', 'yearly'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('change it there'),
    });
    expect(await watches(machine, ['import'], yaml)).toMatchObject({ code: 0, stdout: 'acme is saved.\n' });
    expect((await watches(machine, ['export'])).stdout).toBe(yaml);
    expect(await watches(machine, ['edit', 'acme'], 'id: other\ndockets: { companyName: Acme Tools }\n')).toMatchObject(
      { code: 2 },
    );
    // A watch of the file with the same id replaces the exported one.
    machine.configure({
      ...rarely,
      watches: [...rarely.watches, { id: 'acme', dockets: { companyName: 'Acme Tools' } }],
    });
    expect((await watches(machine, ['export'])).stderr).toContain('has this id too');
    expect((await machine.run(['status'])).stdout.match(/^acme /gm)).toHaveLength(1);
  });

  it('pauses a watch of the file or of the page, which no command then checks, counts or calls unwell', async () => {
    const machine = await openMachine(rarely);
    machine.service.dockets = [docketWith([entryHit(1)], { parties: ['Acme Tools'] })];
    expect(jsonLines((await watches(machine, ['add', '--json'], acme)).stdout)).toEqual([{ saved: 'acme' }]);
    await machine.run(['check']);
    const calls = () => machine.service.calls.length;
    const before = calls();
    const until = '2999-01-01T00:00:00.000Z';
    const paused = await machine.run(['watches', 'pause', 'acme', '--until', until, '--why', 'talks', '--json']);
    expect(jsonLines(paused.stdout)).toMatchObject([{ paused: 'acme', reason: 'talks', until }]);
    expect((await machine.run(['watches', 'pause', 'yearly'])).stdout).toContain(
      'yearly is paused until it is resumed',
    );
    expect(await machine.run(['check', 'acme'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('resume ID'),
    });
    expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: expect.stringContaining('acme until') });
    expect(calls()).toBe(before);

    const status = await machine.run(['status']);
    expect(status.code).toBe(0);
    expect(status.stdout).toMatch(/~ PAUSED until \d{4}.*: Acme in court, by .*, because: talks/);
    expect(status.stdout).toMatch(/^Nothing is checked\.$/m);
    expect((await machine.run(['status', 'acme'])).stdout).toMatch(/^~ PAUSED until \d{4}.*: Acme in court/);
    const lines = jsonLines((await machine.run(['status', '--json'])).stdout);
    expect(lines).toMatchObject([
      { watch: 'yearly', paused: { until: null } },
      { watch: 'acme', paused: { until } },
    ]);
    const plan = jsonLines((await machine.run(['plan', '--json'])).stdout);
    expect(plan).toMatchObject([
      { watch: 'yearly', creditsPerMonth: 0, next: [], paused: { until: null } },
      { watch: 'acme', paused: { until } },
      { total: true },
    ]);
    expect(jsonLines((await machine.run(['list', 'watches', '--json'])).stdout)).toMatchObject([
      { id: 'acme', paused: { because: 'talks' } },
      { id: 'yearly', paused: { until: null } },
    ]);

    expect(await machine.run(['watches', 'resume', 'acme'])).toMatchObject({ code: 0 });
    expect(jsonLines((await machine.run(['watches', 'resume', 'acme', '--json'])).stdout)).toEqual([
      { resumed: 'acme', wasPaused: false },
    ]);
    expect(jsonLines((await machine.run(['check', '--json'])).stdout)).toMatchObject([{ watch: 'acme' }]);
    expect(await machine.run(['watches', 'pause', 'nobody'])).toMatchObject({ code: 2 });
    expect(await machine.run(['watches', 'pause', 'acme', '--until', 'yesterday'])).toMatchObject({ code: 2 });
    expect(jsonLines((await watches(machine, ['remove', 'acme', '--json'])).stdout)).toEqual([{ removed: 'acme' }]);
  });

  it('can correct a watch that a changed file no longer allows, while other commands say what is wrong', async () => {
    const machine = await openMachine(rarely);
    await watches(machine, ['add'], acme);
    machine.configure({
      ...rarely,
      channels: { ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x' } },
      defaults: { notify: ['ops'] },
    });
    const refused = await machine.run(['status']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('watch acme of the page: notify[0]: found "slack"; no channel has this name'),
    });
    expect((await watches(machine, ['export'])).stderr).toContain('no channel has this name');
    expect(await watches(machine, ['edit', 'acme'], acme.replace('[slack]', '[ops]'))).toMatchObject({ code: 0 });
    expect(await machine.run(['plan'])).toMatchObject({ code: 0 });
  });
});

describe('tipstaff watches import FILE.csv', () => {
  it('gives a verdict for each row, saves all or nothing, and can be undone', async () => {
    const machine = await openMachine(rarely);
    const importing = (...lines: string[]) => {
      writeFileSync(join(machine.folder, 'w.csv'), lines.join('\n'));
      return machine.run(['watches', 'import', 'w.csv', '--json']);
    };
    const wrong = await importing('Id,Name,Company', 'acme,Acme,Acme Tools', 'none,None,');
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('1 row of 2 with mistakes. Nothing is saved'),
    });
    expect(jsonLines(wrong.stdout)).toMatchObject([
      { row: 2, watch: 'acme', verdict: 'new' },
      { row: 3, watch: 'none', verdict: 'mistake', mistakes: ['Nothing to search for: fill in what to watch'] },
    ]);
    const right = await importing('Id,Name,Company', 'acme,Acme,Acme Tools');
    expect(jsonLines(right.stdout)).toMatchObject([{ row: 2, verdict: 'new', saved: 'acme' }]);
    const again = await machine.run(['watches', 'import', 'w.csv']);
    expect(again).toMatchObject({ code: 0, stdout: '1 unchanged.\n' });
    writeFileSync(join(machine.folder, 'w.csv'), 'Id;Name\nacme;Acme anew\n');
    const dry = await machine.run(['watches', 'import', 'w.csv', '--dry-run']);
    expect(dry.stdout).toMatch(
      /acme +changed +name: Acme → Acme anew\n1 changed\. Nothing new is searched\. The coming 30 days cost the same: about [\d,]+ in all\.\n$/,
    );
    writeFileSync(join(machine.folder, 'w.csv'), 'Id;Designs source;Designs holder\nrival;HAUGE;Rival\n');
    const doubtful = await machine.run(['watches', 'import', 'w.csv', '--dry-run']);
    expect(doubtful.stdout).toMatch(/rival +new, in doubt +.*HAUGE is not a register known.*\n1 in doubt\./);
    expect((await machine.run(['watches', 'import', '--undo'])).stdout).toBe(
      'Undone: 1 added watch removed, 0 changed watches set back.\n',
    );
    expect((await watches(machine, ['export'])).stdout).not.toContain('acme');
    expect(await machine.run(['watches', 'import', '--undo'])).toMatchObject({ code: 2 });
  });
});
