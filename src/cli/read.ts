import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { isMap, parseJson } from '../base/json.ts';
import { filedDay } from '../reading/dates/findDays.ts';
import { readEntry } from '../reading/readEntry.ts';
import type { EntryDate, EntryReading } from '../records/docket.ts';
import { print } from './output.ts';

type Options = { readonly filed?: string; readonly json?: boolean };

export function readCommand(): Command {
  return new Command()
    .argument('[text...]', 'the text; without it, one JSON object per line on stdin: {"text","filed"}')
    .option('--filed <date>', 'the day of filing, e.g. 2026-11-21; without it, days without a year are not read')
    .option('--json', 'one JSON object on stdout; always so for texts from stdin')
    .action(async (words: string[], options: Options) => {
      if (words.length > 0) return printReading(words.join(' '), options);
      if ((await readLines()) > 0) process.exitCode = 2;
    });
}

function printReading(text: string, { filed, json }: Options): void {
  if (filed !== undefined && filedDay(filed) === undefined) {
    throw new TipstaffError('usage.filed', `--filed takes a day such as 2026-11-21, not ${JSON.stringify(filed)}.`);
  }
  const reading = readEntry(text, filed);
  if (json) print(JSON.stringify({ text, ...(filed !== undefined && { filed }), reading }));
  else for (const [name, value] of rowsOf(reading)) print(`${name.padEnd(11)}${value}`);
}

function rowsOf({ type, about, outcome, refersTo, dates }: EntryReading): [string, string][] {
  return [
    ['TYPE', type],
    ['ABOUT', about.join(', ') || '-'],
    ['OUTCOME', outcome ?? '-'],
    ['REFERS TO', refersTo.join(', ') || '-'],
    ['DATES', dates[0] === undefined ? '-' : wordsOf(dates[0])],
    ...dates.slice(1).map((date): [string, string] => ['', wordsOf(date)]),
  ];
}

const wordsOf = (date: EntryDate): string => `${dayWords(date)}  ${date.what}  “${date.words}”`;

type AnyDay = { readonly [K in 'date' | 'time']?: string | undefined } & { readonly days?: number | undefined };

export function dayWords({ date, days, time }: AnyDay): string {
  return [date ?? `in ${days} days`, ...(time === undefined ? [] : [time])].join(' ');
}

/** Prints `{"line","error"}` for an unreadable line. @returns the number of unreadable lines */
async function readLines(): Promise<number> {
  let [number, bad] = [0, 0];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    const taken = takeLine(line);
    if (typeof taken === 'string') {
      bad += 1;
      process.stderr.write(`Line ${number}: ${taken}\n`);
    }
    const printed =
      typeof taken === 'string'
        ? { line: number, error: taken }
        : { ...taken.object, reading: readEntry(taken.text, taken.filed) };
    // Waits for a slow reader, so that memory does not grow.
    if (!process.stdout.write(`${JSON.stringify(printed)}\n`)) await once(process.stdout, 'drain');
  }
  return bad;
}

function takeLine(line: string) {
  const object = parseJson(line.replace(/^\ufeff/, ''));
  if (!isMap(object)) return 'it is not a JSON object; write {"text": "ORDER …", "filed": "2026-11-21"}.';
  const { text, filed } = object;
  if (typeof text !== 'string') return '"text" is missing or not a string.';
  if (filed === undefined || filed === null || filed === '') return { object, text, filed: undefined };
  if (typeof filed === 'string' && filedDay(filed) !== undefined) return { object, text, filed };
  return `"filed" is not a day: ${JSON.stringify(filed).slice(0, 60)}; write 2026-11-21 or leave it out.`;
}
