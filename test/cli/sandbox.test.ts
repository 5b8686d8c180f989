import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { FAULT_NAMES, FAULTS } from '../../sandbox/faults/ledger.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { connect } from '../../src/check/admission/serviceKey.ts';
import { load, withWatch } from '../config/workspace.ts';
import { runHere } from '../runHere.ts';
import { freshStore } from '../store/freshStore.ts';

it('sandbox --help names every fault, what it does, and what its value means', async () => {
  const { stdout: help } = await runHere(['sandbox', '--help']);
  const lines = help.split('\n').map((line) => line.trim().replace(/ {2,}/, ' '));
  for (const name of FAULT_NAMES) {
    const { about, value } = FAULTS[name];
    expect(lines).toContain(`${name} ${about}${value === undefined ? '' : ` (value: ${value})`}`);
  }
  expect(help).toContain('--day-seconds');
});

it.each([
  [['--fault', 'nonsense'], /There is no fault "nonsense"/],
  [['--port', 'eighty'], /Give a whole number from 0 to 65535/],
  [['--port', '65536'], /Give a whole number from 0 to 65535/],
  [['--starts-on', 'tomorrow'], /such as 2026-03-02, not on tomorrow/],
  [['--records', 'absent.ndjson'], /absent\.ndjson/],
])('sandbox refuses %j with exit code 2 and a reason', async (words, reason) => {
  expect(await runHere(['sandbox', ...words])).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
});

it('a picture that a former sandbox showed, at another port, is fetched from the one that runs now', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const config = load(withWatch(''));
  const { store } = await freshStore();
  const parts = { config, store, clock: () => new Date(), log: pino({ level: 'silent' }) };
  const service = connect(parts, sandbox.url);
  onTestFinished(() => service.close());
  const found = await fetch(`${sandbox.url}/api/v3/wipo`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ source: 'HAGUE', hol: 'Rival', num: 10 }),
  });
  const [shown = ''] = /http:[^"]+\/images\/[^"]+/.exec(await found.text()) ?? [];
  const former = new URL(new URL(shown).pathname, 'http://127.0.0.1:1').href;
  const { bytes } = await service.fetchPicture(former, new AbortController().signal);
  expect(bytes.length).toBeGreaterThan(100);
});
