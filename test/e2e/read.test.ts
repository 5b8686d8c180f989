import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere } from '../runHere.ts';
import { tempFolder } from '../tempFolder.ts';
import { jsonLines } from './machine.ts';

const order = 'ORDER granting in part 12 Motion to Dismiss. Markman Hearing is set for 01/26/2027 at 10:00 AM.';
const reading = {
  type: 'order',
  about: ['dismissal'],
  outcome: 'granted in part',
  refersTo: ['12'],
  dates: [
    { date: '2027-01-26', time: '10:00', what: 'hearing', words: 'Markman Hearing is set for 01/26/2027 at 10:00 AM' },
  ],
};

/** Runs `tipstaff read` in an empty folder, without a config or a database. */
async function read(args: readonly string[], stdin = '') {
  const folder = tempFolder();
  const ran = await runHere(['read', ...args], { folder, stdin });
  expect(existsSync(join(folder, 'tipstaff.db'))).toBe(false);
  return ran;
}

describe('tipstaff read', () => {
  it('reads the words of the command line as one text', async () => {
    const ran = await read([...order.split(' '), '--filed', '2026-11-21', '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(jsonLines(ran.stdout)).toEqual([{ text: order, filed: '2026-11-21', reading }]);
  });

  it('prints the reading as lines of text', async () => {
    const { stdout } = await read([order, '--filed', 'Nov 21, 2026']);
    expect(stdout.split('\n')).toEqual([
      'TYPE       order',
      'ABOUT      dismissal',
      'OUTCOME    granted in part',
      'REFERS TO  12',
      'DATES      2027-01-26 10:00  hearing  “Markman Hearing is set for 01/26/2027 at 10:00 AM”',
      '',
    ]);
  });

  it('adds a reading to each object of stdin, in order, and leaves its other fields as they are', async () => {
    const input = [
      { id: 7, text: order, filed: '2026-11-21', more: { a: [1] } },
      { text: 'NOTICE', filed: null },
    ];
    // As Windows programs write it: with a byte order mark, and with CRLF between lines.
    const ran = await read([], `\ufeff${input.map((line) => JSON.stringify(line)).join('\r\n')}\n\n`);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(jsonLines(ran.stdout)).toEqual([
      { ...input[0], reading },
      { ...input[1], reading: { type: 'notice', about: [], outcome: null, refersTo: [], dates: [] } },
    ]);
  });

  it('prints an error in place of a line that it cannot read, continues, and exits with 2', async () => {
    const ran = await read([], 'nonsense\n[]\n{"text":5}\n{"text":"NOTICE","filed":"soon"}\n{"text":"NOTICE"}');
    expect(ran.code).toBe(2);
    expect(
      jsonLines(ran.stdout).map(({ line, error, reading: made }) => [line, typeof error, made !== undefined]),
    ).toEqual([
      [1, 'string', false],
      [2, 'string', false],
      [3, 'string', false],
      [4, 'string', false],
      [undefined, 'undefined', true],
    ]);
    expect(ran.stderr).toMatch(
      /^Line 1: .*JSON.*\nLine 2: .*\nLine 3: "text".*\nLine 4: "filed" is not a day: "soon".*\n$/,
    );
  });

  it('refuses an invalid date', async () => {
    expect(await read(['NOTICE', '--filed', 'soon'])).toMatchObject({ code: 2, stdout: '' });
  });
});
