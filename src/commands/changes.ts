import { Command, Option } from 'commander';
import { changeKinds } from '../diff/change.ts';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import type { EntryReading } from '../reading/entryReading.ts';
import { labelOf, titleOf } from '../records/record.ts';
import type { StoredChange } from '../store/snapshot/changes.ts';
import { chooseWatches } from './chooseWatches.ts';
import { minute, print, printCsv, printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly watch?: string;
  readonly since?: string;
  readonly kind?: string;
  readonly filteredOut?: boolean;
  readonly csv?: boolean;
  readonly json?: boolean;
}

const pieceSize = 1000;

/** `tipstaff changes`: every change found, oldest first, whether or not it was reported. */
export function changesCommand(): Command {
  return new Command('changes')
    .description('list the changes found, oldest first')
    .option('--watch <id>', 'only those of one watch')
    .option('--since <iso>', 'only those detected since then, e.g. 2026-11-01 or 2026-11-01T09:00:00Z')
    .addOption(new Option('--kind <kind>', 'only those of one kind').choices(changeKinds))
    .option('--filtered-out', "only those that a watch's report left out")
    .addOption(new Option('--csv', 'comma-separated values, with a header').conflicts('json'))
    .option('--json', 'one JSON object a change on stdout')
    .action((options: Options) => withProgram((program) => list(program, options)));
}

async function list({ store: { db }, config }: Program, options: Options): Promise<void> {
  const { listChanges } = await import('../store/snapshot/changes.ts');
  const { isKnownWatch } = await import('../store/queue/watchSync.ts');
  // A watch that was removed from the config has its changes still.
  if (options.watch !== undefined && !(await isKnownWatch(db, options.watch))) chooseWatches(config, [options.watch]);
  const filter = {
    watch: options.watch,
    kind: options.kind,
    since: sinceTime(options.since),
    filteredOut: options.filteredOut,
  };
  const show = options.json ? await jsonPrinter() : options.csv ? await csvPrinter() : tablePrinter();
  let afterId = 0;
  let count = 0;
  for (;;) {
    const piece = await listChanges(db, { ...filter, afterId, limit: pieceSize });
    show(piece);
    count += piece.length;
    if (piece.length < pieceSize) break;
    afterId = piece.at(-1)?.id ?? afterId;
  }
  if (count === 0 && !options.json && !options.csv) print('No changes.');
}

function sinceTime(since: string | undefined): string | undefined {
  if (since === undefined) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time)) {
    throw new TipstaffError(
      'usage.since',
      `--since takes an ISO date or time such as 2026-11-01, not ${JSON.stringify(since)}.`,
    );
  }
  return new Date(time).toISOString();
}

async function jsonPrinter() {
  const { changeJson } = await import('../channels/webhook/changeJson.ts');
  return (changes: readonly StoredChange[]) => printJsonLines(changes.map(changeJson));
}

function tablePrinter() {
  return (changes: readonly StoredChange[]) => {
    if (changes.length === 0) return;
    printTable(
      ['ID', 'DETECTED', 'KIND', 'RECORD', 'WATCHES', 'WHAT'],
      changes.map((change) => [
        String(change.id),
        minute(change.detectedAt),
        change.kind,
        `${labelOf(change.record)} ${titleOf(change.record)}`.slice(0, 50),
        change.watches.join(','),
        whatHappened(change),
      ]),
    );
  };
}

async function csvPrinter() {
  const { readEntry } = await import('../reading/readEntry.ts');
  let headed = false;
  return (changes: readonly StoredChange[]) => {
    const header = ['id', 'detectedAt', 'kind', 'type', 'key', 'label', 'title', 'watches', 'check', 'what'].concat(
      readingColumns,
    );
    const rows = changes.map((change) => [
      String(change.id),
      change.detectedAt,
      change.kind,
      change.type,
      change.record.key,
      labelOf(change.record),
      titleOf(change.record),
      change.watches.join(' '),
      String(change.checkId),
      whatHappened(change),
      ...readingCells(change.entry && readEntry(change.entry.description, change.entry.dateFiled)),
    ]);
    printCsv(headed ? rows : [header, ...rows]);
    headed = true;
  };
}

const readingColumns = ['entryType', 'about', 'outcome', 'dates'];

/** What the entry's text says; blank for a change that is of no entry. */
function readingCells(reading: EntryReading | undefined): string[] {
  if (reading === undefined) return readingColumns.map(() => '');
  const dates = reading.dates.map((date) => {
    const day = 'date' in date ? date.date : `in ${date.days} days`;
    return [day, ...(date.time === undefined ? [] : [date.time]), date.what].join(' ');
  });
  return [reading.type, reading.about.join('; '), reading.outcome ?? '', dates.join('; ')];
}

function whatHappened(change: StoredChange): string {
  const fields = change.fields.map(({ field, before, after }) => `${field}: ${plain(before)} → ${plain(after)}`);
  const entry =
    change.kind === 'entry.new' && change.entry ? [`${change.entry.dateFiled} ${change.entry.description}`] : [];
  const left = Object.entries(change.filteredOut ?? {}).map(
    ([watch, reason]) => `filtered out for ${watch} (${reason})`,
  );
  return [...entry, ...fields, ...(change.note === undefined ? [] : [change.note]), ...left].join('; ');
}

function plain(value: StoredChange['fields'][number]['before']): string {
  return value === null || value === '' ? '(none)' : Array.isArray(value) ? value.join(', ') : String(value);
}
