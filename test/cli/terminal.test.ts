import { expect, it } from 'vitest';
import { alertOf, start } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { commandsOn } from './commandsOn.ts';

/** A title for the terminal, a bell, colors by C0 and C1, line breaks of every kind, a tab, and reversed text. */
const hostile =
  'Kelmont \u001b]0;owned\u0007 v.\r\n\u009b31m Rival \u2028next\u000b\u0085 \ttab \u202etnadnefed\u2066 \u{e0041}end';

/** Control characters except the end of a line, and characters that reverse text or break lines. */
const steering = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

/** Fills a database with hostile texts of the service, a mail server and people. @returns runs a command */
async function hostileWorld() {
  const { store, file } = await seededStore();
  await alertOf(store, 'feed');
  const { db } = store;
  const docket = { type: 'docket', key: '900', docketNumber: `1:25 ${hostile}`, caseName: hostile, parties: [hostile] };
  await db
    .updateTable('records')
    .set({ body: JSON.stringify(docket) })
    .execute();
  const entry = {
    documentNumber: hostile,
    dateFiled: hostile,
    description: hostile,
    documentHref: null,
    pdfUrl: hostile,
  };
  await db
    .updateTable('changes')
    .set({
      entry: JSON.stringify({ ...entry, patentNumbers: [], extraDocument: [] }),
      fields: JSON.stringify([{ field: hostile, before: [hostile], after: hostile }]),
      note: hostile,
      rule: hostile,
    })
    .execute();
  await db.insertInto('changeWatches').values({ changeId: 1, watchId: 'lamp' }).execute();
  await db.updateTable('checks').set({ reason: hostile }).execute();
  await db.updateTable('alerts').set({ lastResponse: hostile, attempts: 1 }).execute();
  await db
    .insertInto('deliveries')
    .values({ alertId: 1, attemptedAt: start.toISOString(), outcome: 'retry', response: hostile })
    .execute();
  await db
    .insertInto('incidents')
    .values({ kind: 'search-failing', subject: 'lamp', detail: hostile, beganAt: start.toISOString(), endedAt: null })
    .execute();
  const channels = { feed: { type: 'teams', webhookUrl: 'https://flow.example.com/1' } };
  const { run } = commandsOn(file, { channels });
  return async (args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run(...args);
    return stdout + stderr;
  };
}

it('no command lets a text of the service, a server or a person control the terminal', async () => {
  const run = await hostileWorld();
  const commands = [
    ['changes'],
    ['changes', '--csv'],
    ['changes', '--json'],
    ['status'],
    ['status', '--json'],
    ['status', 'lamp'],
    ['explain', '1'],
    ['explain', '1', '--json'],
    ['explain', '900'],
    ['explain', 'Kelmont'],
    ['explain', hostile.replaceAll('\0', '')],
    ['alerts'],
    ['alerts', '--json'],
    ['alerts', 'show', '1'],
    ['alerts', 'show', '1', '--json'],
    ['alerts', 'show', '1', '--json'],
    ['mute', 'lamp', '--until', '2999-01-01', '--why', hostile, '--author', hostile],
    ['status'],
    ['unmute', 'lamp'],
    ['alerts', 'retry'],
  ];
  const silent: string[] = [];
  const seen: string[] = [];
  for (const command of commands) {
    const output = await run(command);
    const shown = output.replaceAll(/[\u200c\u200d]/g, '').replaceAll('\r\n', '\n');
    expect(shown, command.join(' ')).not.toMatch(steering);
    if (output.trim() === '') silent.push(command.join(' '));
    if (output.includes('Kelmont')) seen.push(command.join(' '));
  }
  expect(silent).toEqual([]);
  expect(seen.length).toBeGreaterThan(12);
  // JSON contains the original text, escaped.
  const [line = ''] = (await run(['changes', '--json'])).split('\n');
  expect(JSON.parse(line).record.title).toBe(hostile);
});
