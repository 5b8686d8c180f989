import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { startDaemonHere } from '../daemon/daemonHere.ts';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';

const everySecond = '* * * * * *';
const acme = `id: acme
name: Acme in court
dockets: { companyName: Acme Tools }
schedule: "${everySecond}"
notify: [slack]
`;

it('an edit of a watch takes effect in a running daemon at once, and does not disturb a running check', async () => {
  const machine = await openMachine({
    spreadSeconds: 0,
    http: { host: '127.0.0.1', port: 0 },
    watches: [{ id: 'beside', dockets: { patentNumber: '6,834,603' }, schedule: everySecond, notify: [] }],
  });
  const edit = async (words: readonly string[], text?: string) => {
    if (text !== undefined) writeFileSync(join(machine.folder, 'given.yaml'), text);
    const ran = await machine.run(['watches', ...words, ...(text === undefined ? [] : ['given.yaml'])]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
  };
  const show = (entries: number) => {
    const hits = Array.from({ length: entries }, (_, index) => entryHit(index + 1, { dateFiled: 'Nov 20, 2026' }));
    machine.service.dockets = [docketWith(hits, { parties: ['Acme Tools'], patentNumbers: [] })];
  };
  const callsFor = (name: string | undefined) =>
    machine.service.calls.filter(({ body }) => body.companyName === name).length;
  // The other watch is checked every second, which shows that the daemon has had time to act.
  const untilLooked = async () => {
    const before = callsFor(undefined);
    await eventually(() => expect(callsFor(undefined)).toBeGreaterThan(before + 1));
  };
  const logged: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const untilEdited = (times: number) =>
    eventually(() => expect(logged.join().match(/watches edited, in force from now on/g)).toHaveLength(times));

  show(1);
  await startDaemonHere(machine, { logLevel: 'info' });
  // The first check waits for the service during the edit. It ends as it began, and counts.
  const held = Promise.withResolvers<undefined>();
  machine.service.reply = ({ body }) => (body.companyName === undefined ? undefined : held.promise);
  await edit(['add'], acme);
  await eventually(() => expect(callsFor('Acme Tools')).toBe(1));
  await edit(['edit', 'acme'], acme.replace('Acme in court', 'Acme renamed'));
  await untilEdited(2);
  await untilLooked();
  expect(callsFor('Acme Tools')).toBe(1);
  held.resolve(undefined);
  await eventually(() => expect(machine.newPosts().join()).toContain('Acme'));

  // A later filing is reported under the new name.
  show(2);
  const posts: string[] = [];
  await eventually(() => {
    posts.push(...machine.newPosts());
    expect(posts.join()).toContain('Acme renamed');
  });

  await edit(['remove', 'acme']);
  await untilEdited(3);
  await untilLooked();
  const after = callsFor('Acme Tools');
  await untilLooked();
  expect(callsFor('Acme Tools')).toBe(after);
  expect(logged.join()).not.toMatch(/"level":(50|60)/);
});
