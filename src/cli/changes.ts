import { Command, Option } from 'commander';
import { changeJson } from '../alerts/channels/webhook.ts';
import { fieldName, statusWords } from '../alerts/message/words/recordWords.ts';
import { TipstaffError } from '../base/errors.ts';
import { shorten } from '../base/words/cleanText.ts';
import { type Config, mattersOf, pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { shortCourt } from '../records/courts.ts';
import { changeKinds, type FieldValue } from '../records/diff/change.ts';
import type { SearchRecord } from '../records/record.ts';
import { isKnownWatch, watchesByMatter } from '../schedule/watchesTable.ts';
import { changesInPieces, type StoredChange } from '../store/snapshot/changesTable.ts';
import type { Db } from '../store/store.ts';
import { type Columns, fields, minute, print, printCsv, printJsonLines, sinceTime, table } from './output.ts';
import { dayWords } from './read.ts';
import { chooseWatch, meant, nothingWords, withProgram } from './withProgram.ts';

interface Options {
  readonly watch?: string;
  readonly matter?: string;
  readonly since?: string;
  readonly kind?: string;
  readonly filteredOut?: boolean;
  readonly csv?: boolean;
  readonly json?: boolean;
}

export function changesCommand(): Command {
  return new Command()
    .option('--watch <id>', 'only those of one watch')
    .option('--matter <matter>', 'only those of the watches of one matter')
    .option(
      '--since <time>',
      'only those detected since then: 7d, 36h, 2w, 2026-11-01, 2026-11-01T09:00 (http.timezone) or ' +
        '2026-11-01T09:00:00Z',
    )
    .addOption(new Option('--kind <kind>', 'only those of one kind').choices(changeKinds))
    .option('--filtered-out', "only those that a watch's report filtered out")
    .addOption(new Option('--csv', 'comma-separated values, with a header').conflicts('json'))
    .option('--json', 'one JSON object per change on stdout')
    .action((options: Options) => withProgram((program) => list(program, options)));
}

async function list({ store, config, clock }: Program, options: Options): Promise<void> {
  const { db } = store;
  // A watch that was removed from the config still has its changes.
  if (options.watch !== undefined && !(await isKnownWatch(db, options.watch))) chooseWatch(config, options.watch);
  const filter = {
    watch: options.watch,
    watches: options.matter === undefined ? undefined : await watchesOfMatter(db, config, options.matter),
    kind: options.kind,
    listedSince: options.since === undefined ? undefined : sinceTime(options.since, clock(), pageTimezone(config)),
    filteredOut: options.filteredOut,
  };
  let count = 0;
  for await (const piece of changesInPieces(db, filter)) {
    if (options.json) printJsonLines(piece.map(changeJson));
    else if (options.csv) printCsv(piece.map(factsOf), csvColumns, { headed: count === 0 });
    else if (piece.length > 0) print(table(piece.map(factsOf), shownColumns(pageTimezone(config))));
    count += piece.length;
  }
  if (count === 0 && !options.json && !options.csv) print(await nothingWords(store, 'No changes'));
}

/** Includes removed watches. @throws TipstaffError `usage.matter` for a matter that no watch ever had */
async function watchesOfMatter(db: Db, config: Config, matter: string): Promise<readonly string[]> {
  const stored = await watchesByMatter(db);
  const own = config.watches.filter((watch) => watch.matter === matter).map((watch) => watch.id);
  const ids = [...new Set([...(stored.get(matter) ?? []), ...own])];
  if (ids.length > 0) return ids;
  throw new TipstaffError('usage.matter', noMatterWords(matter, await knownMatters(db, config)));
}

/** Includes those of removed watches. */
export async function knownMatters(db: Db, config: Config): Promise<Set<string>> {
  const stored = await watchesByMatter(db);
  return new Set([...stored.keys(), ...mattersOf(config.watches)]);
}

export function noMatterWords(matter: string, known: ReadonlySet<string>): string {
  const all = known.size === 0 ? 'No watch has a matter.' : `There are: ${[...known].join(', ')}.`;
  return `No watch has the matter ${JSON.stringify(matter)}. ${meant(matter, known, all)}`;
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(change: StoredChange) {
  const { entry, ...json } = changeJson(change);
  const facts = { what: whatHappened(change), court: placeOf(change.record), reading: entry?.reading };
  return { ...json, ...json.record, ...facts, ...(entry && { documentNumber: entry.documentNumber }) };
}

const shownColumns = (timezone: string): Columns<Facts> => ({
  ...fields('id'),
  DETECTED: ({ detectedAt }) => minute(detectedAt, timezone),
  ...fields('kind', 'court'),
  RECORD: ({ label, title }) => shorten(`${label} ${title}`, 50),
  'D.I.': ({ documentNumber }) => documentNumber,
  WATCHES: ({ watches }) => watches.join(','),
  ...fields('what'),
});

const csvColumns: Columns<Facts> = {
  ...fields('id', 'detectedAt', 'kind', 'type', 'key', 'label', 'title'),
  watches: ({ watches }) => watches.join(' '),
  ...fields('check', 'what'),
  entryType: ({ reading }) => reading?.type,
  about: ({ reading }) => reading?.about.join('; '),
  outcome: ({ reading }) => reading?.outcome,
  dates: ({ reading }) => reading?.dates.map((date) => `${dayWords(date)} ${date.what}`).join('; '),
  ...fields('court', 'documentNumber'),
};

function placeOf(record: SearchRecord): string {
  return record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
}

function whatHappened(change: StoredChange): string {
  const fields = change.fields.map(
    ({ field, before, after }) => `${fieldName(field)}: ${plain(field, before)} → ${plain(field, after)}`,
  );
  const entry =
    change.kind === 'entry.new' && change.entry ? [`${change.entry.dateFiled} ${change.entry.description}`] : [];
  const left = Object.entries(change.filteredOut ?? {}).map(
    ([watch, reason]) => `filtered out for ${watch} (${reason})`,
  );
  return [...entry, ...fields, ...(change.note === undefined ? [] : [change.note]), ...left].join('; ');
}

function plain(field: string, value: FieldValue): string {
  if (value === null || value === '') return '(none)';
  if (field === 'status') return statusWords(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}
