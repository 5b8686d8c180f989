import { expect, it } from 'vitest';
import { FAULT_NAMES, FAULTS } from '../../sandbox/faults/ledger.ts';
import { runHere } from '../runHere.ts';

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
