import { Command, Option } from 'commander';
import { z } from 'zod';
import { statusWords } from '../alerts/message/words/recordWords.ts';
import { TipstaffError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { shorten } from '../base/words/cleanText.ts';
import { courtZoneName } from '../base/words/readerDate.ts';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { localViewer, sightOf } from '../people/sight.ts';
import { shortCourt } from '../records/courts.ts';
import { openLiveConfig } from '../schedule/ownWatches.ts';
import { instructions, tools } from '../web/api/tools.ts';
import { headingOf, mostItems, paging, type Row, rowMaker } from '../web/lists/list.ts';
import { type Endpoint, endpoints } from '../web/pages.ts';
import { dayAsked, fields, notAllShown, printCsv, printError, sinceTime, table, zonedMinute } from './output.ts';
import { everything, giveAnswer, meant, wholeNumber, withProgram } from './withProgram.ts';

type Options = { readonly limit: number; readonly csv?: boolean; readonly json?: boolean };

const usually = 100;

export function listCommand(): Command {
  const command = new Command().addHelpText(
    'after',
    '\nThe filters of a list: tipstaff list NAME --help. A table has the columns that fit; --csv and --json have all.',
  );
  for (const endpoint of endpoints) command.addCommand(commandOf(endpoint));
  return command.on('command:*', ([name = '']: string[]) => {
    const names = endpoints.map((endpoint) => endpoint.name);
    const hint = meant(name, names, `The lists: ${names.join(', ')}.`);
    throw new TipstaffError('usage.list', `There is no list ${name}. ${hint}`);
  });
}

function commandOf(endpoint: Endpoint): Command {
  const command = new Command(endpoint.name)
    .description(endpoint.summary)
    .option('--limit <n>', 'how many items at most', wholeNumber(), usually)
    .addOption(new Option('--csv', 'comma-separated values, with a header').conflicts('json'))
    .option('--json', 'one JSON object per item on stdout');
  for (const [key, field] of Object.entries(endpoint.query.shape)) {
    const value = inner(field);
    const about = describe(field);
    const option = new Option(`--${optionOf(key)} <${optionOf(key)}>`, about);
    command.addOption(value instanceof z.ZodEnum ? option.choices(value.options.map(String)) : option);
  }
  return command.action((options: Options) => withProgram((program) => list(program, endpoint, options)));
}

/** These options also take what `sinceTime` reads. */
function describe(field: z.ZodType): string | undefined {
  const about = z.globalRegistry.get(field)?.description;
  return inner(field) instanceof z.ZodISODateTime ? `${about}; or 7d, 36h, 2w` : about;
}

const inner = (field: unknown): unknown => (field instanceof z.ZodOptional ? field.unwrap() : field);
const optionOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function list(program: Program, endpoint: Endpoint, options: Options): Promise<void> {
  const { items, more } = await itemsOf(program, endpoint, options).catch((error: unknown) => {
    if (!(error instanceof TipstaffError) || error.code !== 'api.parameter') throw error;
    const known = /^(watch|matter):/.test(error.message) ? ' See: tipstaff list watches' : '';
    throw new TipstaffError('usage.list', `--${error.message}${known}`, { cause: error });
  });
  const rows = items.map(rowMaker(endpoint.item));
  if (options.csv) printCsv(rows, fields(...Object.keys(rows[0] ?? {})));
  else giveAnswer({ words: fittingTable(rows, endpoint.brief, pageTimezone(program.config)), json: items }, options);
  if (more) printError(notAllShown(options.limit));
}

async function itemsOf({ store, config, clock }: Program, { query, list }: Endpoint, { limit, ...options }: Options) {
  const fields: Readonly<Record<string, unknown>> = query.shape;
  const given = Object.entries(options).map(([key, value]) => {
    const [field, option, asked] = [inner(fields[key]), optionOf(key), String(value)];
    if (field instanceof z.ZodISODateTime) return [key, sinceTime(asked, clock(), pageTimezone(config), option)];
    return [key, field instanceof z.ZodISODate ? dayAsked(asked, option) : value];
  });
  const asked = z.object({ ...query.shape, ...paging.shape }).safeParse(Object.fromEntries(given));
  if (!asked.success) {
    const [issue] = asked.error.issues;
    throw new TipstaffError('usage.list', `--${optionOf(issue?.path.join('.') ?? '')}: ${issue?.message}.`);
  }
  const parts = { store, config, wholeConfig: config };
  const asking = { viewer: everything, sight: sightOf(config, everything), now: clock() };
  const items: object[] = [];
  let cursor: string | undefined;
  do {
    const part = await list(parts, asking, { ...asked.data, limit: Math.min(mostItems, limit - items.length), cursor });
    items.push(...part.items);
    cursor = part.items.length === 0 ? undefined : part.next;
  } while (cursor !== undefined && items.length < limit);
  return { items, more: cursor !== undefined };
}

/** The largest widths of a column and of a table, in characters. */
const [longestCell, widest] = [40, 100];
const narrowestCut = 20;

/** The last column that begins within the width is cut to it. */
function fittingTable(rows: readonly Row[], brief: Endpoint['brief'], timezone: string) {
  let left = widest;
  const fitting = (brief ?? Object.keys(rows[0] ?? {})).flatMap((name) => {
    const texts = rows.map((row) => readable(row, name, timezone));
    const longest = Math.min(longestCell, Math.max(...texts.map((text) => text.length)));
    const width = Math.min(Math.max(longest, headingOf(name).length), left);
    if (longest === 0 || width < Math.min(longest, narrowestCut)) return [];
    left -= width + 2;
    return [[headingOf(name), (row: Row) => shorten(readable(row, name, timezone), width)] as const];
  });
  return table(rows, Object.fromEntries(fitting), 'Nothing.');
}

/** Writes times and statuses as people read them. Programs read the stored ones. */
function readable(row: Row, name: string, timezone: string): string {
  const text = String(row[name] ?? '');
  if (name === 'status') return text === 'asked' ? 'requested' : statusWords(text);
  if (name === 'nextDueAt' && row.pausedSince !== undefined) return 'PAUSED';
  if (name === 'court') return shortCourt(String(row.courtId ?? ''), text);
  if (name === 'time' && text !== '') {
    const at = { date: String(row.date), time: text, timezone: row.timezone?.toString() };
    return `${text} ${courtZoneName(at)}`;
  }
  const shown = isInstant.test(text) ? zonedMinute(text, timezone) : text;
  return name === 'nextDueAt' && row.muted === 'yes' ? `${shown}, muted` : shown;
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

export function mcpCommand(): Command {
  return new Command()
    .addHelpText(
      'after',
      '\nIt does not show what confidential watches find, makes no call to the service, and changes nothing.',
    )
    .action(() => withProgram(serveTools));
}

async function serveTools({ store, config, clock }: Program): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const live = openLiveConfig(store, config);
  const server = new McpServer({ name: 'tipstaff', title: 'Tipstaff', version }, { instructions });
  const annotations = { readOnlyHint: true, openWorldHint: false };
  for (const { name, title, description, input: inputSchema, output: outputSchema, call } of tools) {
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, async (asked) => {
      const current = await live.look();
      const parts = { store, config: current, wholeConfig: current };
      const asking = { viewer: localViewer, sight: sightOf(current, localViewer), now: clock() };
      const answer = await call(parts, asking, asked);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    });
  }
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
