import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { TipstaffError } from '../base/errors.ts';
import { daysAfter, hourMs, isDay } from '../base/time.ts';
import { csvLine, terminalLine } from '../base/words/cleanText.ts';
import { courtMoment, dayEnding, placeInZone, withMoments } from '../base/words/readerDate.ts';
import { withoutCodes } from '../base/words/watchWords.ts';

// All output for people goes through here, so that nothing in it can control the terminal: much of it is the service's
// text.

const gap = 2;

type Cell = string | number | null | undefined;

export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Columns that are called as the fields that they show. */
export function fields<Name extends string>(...names: readonly Name[]): Columns<{ readonly [N in Name]?: Cell }> {
  return Object.fromEntries(names.map((name) => [name, (row) => row[name]]));
}

export interface Table {
  readonly lines: readonly string[];
}

export type Words = string | Table | readonly (string | Table)[];

/** On a terminal, headings are bold and lines are cut to its width. @returns `none` if there are no rows */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>, none?: string): string | Table {
  if (rows.length === 0 && none !== undefined) return none;
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '')));
  const headings = Object.keys(columns).map((name) => name.toUpperCase());
  const lines = [headings, ...cells].map((row) => row.map((cell) => terminalLine(cell).replace(/ {2,}/g, ' ')));
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  const fitted = aligned(lines).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  const [header = '', ...others] = fitted;
  return { lines: [process.stdout.isTTY ? styleText('bold', header) : header, ...others] };
}

export function print(words: Words): void {
  for (const line of linesOf(words)) process.stdout.write(`${line}\n`);
}

export function linesOf(words: Words): string[] {
  return [words].flat().flatMap((part) => (typeof part === 'string' ? terminalLine(part) : part.lines));
}

function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length))) ?? [];
  return lines.map((row) =>
    row
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + gap))
      .join('')
      .trimEnd(),
  );
}

/** Characters that JSON allows unescaped but a terminal might act on: controls beyond ASCII, bidi and other formats. */
const steering = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

export function printJsonLines(rows: readonly object[]): void {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const harmless = (row: object) =>
    JSON.stringify(row).replace(steering, (character) => character.split('').map(escaped).join(''));
  for (const row of rows) process.stdout.write(`${harmless(row)}\n`);
}

export function printError(text: string): void {
  for (const line of text.split('\n')) process.stderr.write(`${terminalLine(line)}\n`);
}

export function notAllShown(limit: number): string {
  return `Not all are shown: there are more than ${limit}. To see more, set a higher --limit.`;
}

export function printCsv<Row>(rows: readonly Row[], columns: Columns<Row>, { headed = true } = {}): void {
  if (headed) process.stdout.write(csvLine(Object.keys(columns)));
  for (const row of rows) process.stdout.write(csvLine(Object.values(columns).map((cell) => cell(row) ?? '')));
}

/**
 * A reader that stops early (`| head`) is not an error. A failed write, for example on a full disk, is reported
 * and makes the exit code 1. Logs that cannot be written never end the process.
 */
export function ignoreBrokenPipe(): void {
  let reported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || reported) return;
    reported = true;
    process.stderr.write(
      `Not all of the output could be written to stdout: ${error.message}. Make room and run it again.\n`,
    );
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = 1;
    });
  });
  process.stderr.on('error', () => {});
}

const patienceMs = 2_000;

/** Shows a progress line on stderr, only on a terminal and only after two seconds. */
export function startProgress(): { say(text: string): void; end(): void } {
  const terminal = process.stderr;
  if (!terminal.isTTY) return { say: () => {}, end: () => {} };
  const startedMs = performance.now();
  let shown = false;
  return {
    say: (text) => {
      if (performance.now() - startedMs < patienceMs) return;
      shown = true;
      terminal.write(`\r\u001b[K${text.slice(0, terminal.columns - 1)}`);
    },
    end: () => {
      if (shown) terminal.write('\r\u001b[K');
      shown = false;
    },
  };
}

const form = new RegExp(
  String.raw`^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<clock>(?:[01]\d|2[0-3]):[0-5]\d)(?<seconds>:[0-5]\d(?:\.\d+)?)?` +
    String.raw`(?<offset>Z|[+-]\d\d:?\d\d)?)?$`,
  'i',
);

/** @returns milliseconds since 1970, in `timezone` if the text has no offset; undefined for an invalid text */
function momentAsked(text: string, timezone: string): number | undefined {
  const { day = '', clock = '00:00', seconds = '', offset } = form.exec(text.trim())?.groups ?? {};
  if (!isDay(day)) return undefined;
  if (offset !== undefined) return Date.parse(`${day}T${clock}${seconds}${offset}`);
  return courtMoment(day, clock, timezone).getTime() + Number(seconds.slice(1)) * 1000;
}

/** A day without a time means the end of that day, as on the page. @throws TipstaffError `usage.until` */
export function untilAsked(until: string, now: Date, timezone: string): string {
  const moment = momentAsked(isDay(until.trim()) ? daysAfter(until.trim(), 1) : until, timezone);
  if (moment !== undefined && moment > now.getTime()) return new Date(moment).toISOString();
  throw new TipstaffError(
    'usage.until',
    `--until takes a future day or time, such as 2026-12-01 or 2026-12-01T09:00 (${timezone}) or ` +
      `2026-12-01T09:00:00Z, not ${JSON.stringify(until)}.`,
  );
}

/** Formats an ISO instant in the zone, with the zone's name: `2026-12-01 00:00 EST`. */
export function zonedMinute(instant: string, timezone: string): string {
  const { day, clock, zone = timezone } = placeInZone(instant, timezone) ?? {};
  return `${day} ${clock} ${zone}`;
}

/** Returns a function that formats the end of a hold: `the end of 2026-12-01 EST`, or a minute. */
export function endsOf(timezone: string): (instant: string) => string {
  return (instant) => {
    const day = dayEnding(instant, timezone);
    const { zone = timezone } = placeInZone(instant, timezone) ?? {};
    return day === undefined ? zonedMinute(instant, timezone) : `the end of ${day} ${zone}`;
  };
}

/** Writes a reason for people: without the codes of errors, and with times of the zone. */
export function reasonWords(reason: string, timezone: string): string {
  return withMoments(withoutCodes(reason), (at) => minute(at, timezone), endsOf(timezone));
}

export function minute(time: string | null, timezone: string): string {
  return time === null ? '-' : zonedMinute(time, timezone);
}

/** Writes when a check is due. A due check that was skipped keeps its moment, which is past. */
export function dueWords(nextDueAt: string | null, now: Date, timezone: string): string {
  return nextDueAt !== null && nextDueAt <= now.toISOString() ? 'now' : minute(nextDueAt, timezone);
}

const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

/** Reads a moment, or an age such as `36h`, `7d` or `2w`. @returns ISO time. @throws TipstaffError `usage.since`. */
export function sinceTime(since: string, now: Date, timezone: string, option = 'since'): string {
  const [, number = '', unit = ''] = /^(\d{1,4})\s*([hdw])$/i.exec(since.trim()) ?? [];
  const backMs = unitMs[unit.toLowerCase()];
  const time = backMs === undefined ? momentAsked(since, timezone) : now.getTime() - Number(number) * backMs;
  if (time === undefined) {
    const accepted =
      `a day or time such as 2026-11-01 or 2026-11-01T09:00 (${timezone}) or 2026-11-01T09:00:00Z, ` +
      'or how long ago: 36h, 7d, 2w';
    throw new TipstaffError('usage.since', `--${option} takes ${accepted}, not ${JSON.stringify(since)}.`);
  }
  return new Date(time).toISOString();
}

export function dayAsked(day: string, option: string): string {
  if (isDay(day)) return day;
  throw new TipstaffError('usage.until', `--${option} takes a day such as 2026-12-31, not ${JSON.stringify(day)}.`);
}

/** A container may run as a user without a name (`docker run --user 12345`). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Asks on the terminal without showing what is typed. @throws when the person cancels (Ctrl+D) */
export async function askPassword(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(prompt);
  for await (const line of createInterface({ input: process.stdin, output: silent, terminal: true })) {
    process.stderr.write('\n');
    return line;
  }
  throw new Error('No password was given.');
}
