import { expect, it } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { jsonLines, openMachine } from './machine.ts';

const kills = Number(process.env.TIPSTAFF_KILLS ?? 30);

/** Where in a check to kill, over and over again: early ones die while starting, late ones while delivering or not at all. */
function killAfterMs(round: number, wholeMs: number): number {
  const share = (round * 0.618_034) % 1;
  return Math.round(wholeMs * (0.2 + 0.9 * share));
}

it(`loses nothing, records nothing twice and repeats at most one alert a kill, over ${kills} kills`, async () => {
  const machine = await openMachine({
    operators: [],
    watches: [{ id: 'widget', announce: false, notify: ['counsel'], dockets: { patentNumber: '6834603' } }],
  });
  const entries = [entryHit(1)];
  machine.service.dockets = [docketWith(entries)];
  const startedMs = performance.now();
  expect((await machine.run(['check'])).code).toBe(0);
  const wholeMs = performance.now() - startedMs;

  let killed = 0;
  for (let round = 0; round < kills; round += 1) {
    const number = entries.length + 1;
    entries.push(entryHit(number, { dateFiled: 'Nov 20, 2026', description: `ORDER about exhibit ${number * 37}` }));
    machine.service.dockets = [docketWith([...entries])];
    const ran = await machine.run(['check'], { killAfterMs: killAfterMs(round, wholeMs) });
    if (ran.code === null) killed += 1;
  }
  expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });

  const changes = jsonLines((await machine.run(['changes', '--json'])).stdout);
  const found = changes.map((change) => [change.kind, (change.entry as { documentNumber: string }).documentNumber]);
  expect(found.sort()).toEqual(
    entries
      .slice(1)
      .map(({ documentNumber }) => ['entry.new', documentNumber])
      .sort(),
  );

  const mails = machine.newMails();
  const distinct = new Set(mails.map((mail) => mail.messageId));
  const reported = [...new Map(mails.map((mail) => [mail.messageId, mail.text])).values()];
  for (const { documentNumber, description } of entries.slice(1)) {
    const mailsOfIt = reported.filter((text) => new RegExp(`${description}\\b`).test(text));
    expect([documentNumber, mailsOfIt.length]).toEqual([documentNumber, 1]);
  }
  expect(mails.length - distinct.size).toBeLessThanOrEqual(killed);
  expect(killed).toBeGreaterThan(kills / 4);
}, 120_000);
