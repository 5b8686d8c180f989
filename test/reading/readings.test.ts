import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entryLabel } from '../../src/reading/entryLabel.ts';
import { entryPriority, entryReason } from '../../src/reading/entryPriority.ts';
import { dateTitle } from '../../src/reading/events/dateLine.ts';
import { readDateLines } from '../../src/reading/events/readDateLines.ts';
import { endsOrReopens } from '../../src/reading/phase.ts';
import { readEntry } from '../../src/reading/readEntry.ts';
import type { EntryReading } from '../../src/records/docket.ts';

const file = join(import.meta.dirname, 'readings.txt');

/** What a section of the file can show of each text. */
const columns: Readonly<Record<string, (reading: EntryReading, text: string, filed: string) => string | null>> = {
  priority: entryPriority,
  label: entryLabel,
  reason: (...read) => entryReason(...read) ?? null,
  case: (reading, text) => endsOrReopens(reading, text) ?? null,
  type: ({ type }) => type,
  about: ({ about }) => about.toSorted().join(', '),
  outcome: ({ outcome }) => outcome,
  refersTo: ({ refersTo }) => refersTo.join(', '),
  dates: ({ dates }) =>
    dates
      .map((date) => ['date' in date ? date.date : `+${date.days}`, date.time, date.what])
      .map((parts) => parts.filter(Boolean).join(' '))
      .join(', '),
  titles: (reading, text, filed) =>
    readDateLines(text, reading, filed)
      .map((line) => dateTitle(line, false))
      .join(', '),
  zones: (reading, text, filed) =>
    readDateLines(text, reading, filed)
      .map(({ timezone = '-' }) => timezone)
      .join(', '),
  words: ({ dates }) => dates.map(({ words }) => words).join(' / '),
};

/** Writes each line of a section anew: what its text says, and the text. The first line names the columns. */
function reread(section: string): string {
  const [title = '', ...lines] = section.split('\n');
  const [, named = '', filed = ''] = /\[(.*), filed (\S+)\]$/.exec(title) ?? [];
  const shown = named.split(', ').map((name) => columns[name] ?? expect.fail(`no column ${name}`));
  const read = lines.map((line) => {
    const text = line.split(' | ').slice(shown.length).join(' | ');
    const reading = readEntry(text, filed);
    return text && [...shown.map((column) => column(reading, text, filed) || '-'), text].join(' | ');
  });
  return [title, ...read].join('\n');
}

const [preface = '', ...written] = readFileSync(file, 'utf8').split(/^(?=# )/m);
const sections = process.env.UPDATE_GOLDEN === '1' ? written.map(reread) : written;
if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, [preface, ...sections].join(''));

it.each(sections.map((section) => [/^# (.*) \[/.exec(section)?.[1], section]))('%s', (_title, section = '') => {
  expect(reread(section)).toBe(section);
});
