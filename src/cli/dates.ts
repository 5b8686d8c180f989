import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { datesOfWatches, type WatchDate } from '../alerts/message/watchDates.ts';
import { statusWords } from '../alerts/message/words/recordWords.ts';
import { TipstaffError, whyUnwritable } from '../base/errors.ts';
import { courtZoneName } from '../base/words/readerDate.ts';
import { counted } from '../base/words/sentence.ts';
import { mattersOf, type WatchConfig } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { icsFile, isKept, listCaution, titleIn } from '../reading/events/calendarEvent.ts';
import { courtsToday } from '../records/courts.ts';
import { readOldEntries } from '../store/snapshot/entriesTable.ts';
import { noMatterWords } from './changes.ts';
import { type Columns, dayAsked, print, startProgress, table } from './output.ts';
import { chooseWatches, giveAnswer, nothingWords, withProgram } from './withProgram.ts';

interface Options {
  readonly watch?: string;
  readonly matter?: string;
  readonly until?: string;
  readonly all?: boolean;
  readonly ics?: string;
  readonly json?: boolean;
}

export function datesCommand(): Command {
  return new Command()
    .option('--watch <id>', 'only the dates of one watch')
    .option('--matter <matter>', 'only the dates of one matter')
    .option('--until <date>', 'only up to and including this day, e.g. 2026-12-31')
    .option('--all', 'also past, canceled and superseded dates, and those of ended cases')
    .option('--ics <file>', 'write them as an iCalendar file instead; - is stdout')
    .option('--json', 'one JSON object per date on stdout')
    .action((options: Options) => withProgram((program) => list(program, options)));
}

async function list(program: Program, options: Options): Promise<void> {
  const watches = watchesAsked(program, options);
  const until = options.until && dayAsked(options.until, 'until');
  // Reads the entries that an older version stored first, so that no date is missing.
  const progress = startProgress();
  const onRead = (read: number) => progress.say(`read ${counted(read, 'entry')} stored before`);
  await readOldEntries(program.store, { onRead });
  progress.end();
  const from = options.all ? '0001-01-01' : courtsToday(program.clock());
  const found = await datesOfWatches(program.store.db, watches, { from, until });
  // A calendar removes an event only when it gets the cancellation.
  if (options.ics !== undefined)
    return writeIcs(found, options.ics, options.watch ?? options.matter ?? 'dates', program.clock());
  const dates = options.all ? found : found.filter(isKept);
  const columns: Columns<WatchDate> = {
    DATE: ({ date }) => date,
    TIME: ({ time, ...date }) => time && `${time} ${courtZoneName({ ...date, time })}`,
    WHAT: (date) => (isKept(date) ? titleIn(date) : `${titleIn(date)} [${statusWords(date.status)}]`),
    CASE: (date) => date.case,
    SENTENCE: ({ sentence, note }) => (note === undefined ? sentence : `${sentence} (${note})`),
  };
  const none = await nothingWords(program.store, options.all ? 'No dates' : 'No dates ahead');
  const words = [table(dates, columns, none), listCaution];
  giveAnswer({ words, json: dates }, options);
}

function watchesAsked({ config }: Program, { watch, matter }: Options): readonly WatchConfig[] {
  const watches = chooseWatches(config, watch === undefined ? [] : [watch]);
  if (matter === undefined) return watches;
  const ofMatter = watches.filter((each) => each.matter === matter);
  if (ofMatter.length > 0) return ofMatter;
  const ofOne = `The watch ${watch} does not have the matter ${JSON.stringify(matter)}.`;
  const words = watch === undefined ? noMatterWords(matter, new Set(mattersOf(watches))) : ofOne;
  throw new TipstaffError('usage.matter', words);
}

async function writeIcs(dates: readonly WatchDate[], file: string, name: string, stamp: Date): Promise<void> {
  const text = icsFile(dates, { name, stamp });
  if (file === '-') {
    process.stdout.write(text);
    return;
  }
  try {
    await writeFile(file, text, { mode: 0o600 });
  } catch (cause) {
    throw new TipstaffError('usage.ics', `${file} cannot be written: ${whyUnwritable(cause)}`, { cause });
  }
  print(`${file}: ${counted(dates.length, 'date')}.`);
}
