import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The house, from the ground up: a room imports only from rooms below it, so that no circle can be. Beside each stands what it is for.
 */
const floors = [
  ['errors', 'the error classes'],
  ['json', 'what a text of JSON holds'],
  ['time', 'how long a day is, and which one it is'],
  ['madeOnce', 'what follows from something that never changes'],
  ['inChild', 'what parses the bytes of strangers runs in a process of its own'],
  ['childMain', 'that process'],
  ['version', 'which version it is, and where it is installed'],
  ['words', 'pure: texts made fit for readers'],
  ['http', 'what any HTTP response has: capped bodies, Retry-After'],
  ['records', 'dockets, designs, entries: what we watch'],
  ['reading', 'pure: what the text of an entry says'],
  ['diff', 'pure: what changed between two records'],
  ['dates', 'pure: the dates of cases and designs, as events'],
  ['fields', 'fields, findings and secrets, of which schemas are made'],
  ['database', 'how tables are opened, migrated, copied and claimed'],
  ['holds', 'what is kept quiet: watches not checked, alerts deferred'],
  ['message', 'facts become what a message says; knows no channel'],
  ['channels', 'a folder per kind of channel: how it draws and sends'],
  ['config', 'from watches.yaml to a checked Config'],
  ['people', 'users, sessions, keys, sign-in, the audit log: who may see what'],
  ['service', 'the paid search service as we call it'],
  ['snapshot', 'records, entries, changes, checks: what was seen and when'],
  ['looks', 'which designs look alike, by their pictures'],
  ['find', 'the words of records and entries, searched and marked'],
  ['schedule', 'what is due, and what it may cost'],
  ['outbox', 'when an alert goes, delivery, retries, incidents'],
  ['check', 'one check of one query'],
  ['nudges', 'free signals that say when to look'],
  ['pages', 'the frame of all pages, shared pieces, lists, who looks'],
  ['accounts', 'sign-in, users and keys, as pages'],
  ['notes', 'notes, acknowledgements and false matches'],
  ['calendar', 'dates as page and as calendars to subscribe to'],
  ['designs', 'pages of designs'],
  ['cases', 'pages of cases'],
  ['credits', 'pages of what it cost'],
  ['watches', 'pages and forms of watches'],
  ['alike', 'new designs compared with own ones: found, told, reviewed, beside each other'],
  ['alerts', 'pages of alerts'],
  ['checks', 'pages of checks'],
  ['evidence', 'why a change was reported, and what proves it'],
  ['matters', 'pages of matters'],
  ['today', 'the first page'],
  ['web', 'the server: routes, API, health and metrics'],
  ['sandbox', 'the service, played by ourselves; it knows nothing of the rest'],
  ['program', 'every part built once from the config'],
  ['doctor', 'whether everything a daemon needs is there'],
  ['demo', 'a story made with the parts of the program'],
  ['commands', 'the command line'],
  ['main', 'the entry'],
] as const;

type Floor = (typeof floors)[number][0];

/** Stands aside: what it may import is all that is here. */
const onlyThese: Partial<Readonly<Record<Floor, readonly Floor[]>>> = {
  sandbox: ['errors'],
  records: ['errors', 'words', 'time'],
  words: [],
  diff: ['records', 'reading', 'words', 'time'],
};

/** What stands against the rules today, as `file -> folder`. It shrinks; nothing is added. */
const knownViolations: readonly string[] = ['src/database/claims/queries.ts -> service'];

interface Import {
  readonly file: string;
  readonly target: string;
  /** When the file is loaded: of types alone it loads nothing, of `import()` only once it runs. */
  readonly loads: boolean;
}

const importPattern = /(?:import|export)\s+(?<names>[^;'"]*?)from\s+'(?<from>\.[^']*)'|import\('(?<late>\.[^']*)'\)/g;

function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(({ groups = {} }) => ({
    file,
    target: join(dirname(file), groups.from ?? groups.late ?? ''),
    loads: groups.names !== undefined && !isOfTypes(groups.names),
  }));
}

/** `type { A }`, `{ type A, type B }` */
function isOfTypes(names: string): boolean {
  const each = names.replaceAll(/[{}\s]+/g, ' ').split(',');
  return /^type\s/.test(names) || each.every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/** `src/fields/fields.ts` → `config/schema`, `src/errors.ts` → `errors`; undefined outside src. */
function floorOf(file: string): string | undefined {
  return /^src\/([^/.]+)/.exec(file)?.[1];
}

const height = new Map<string, number>(floors.map(([name], index) => [name, index]));

/** Why an import goes against the order of the rooms; undefined when it is allowed. */
function objectionTo({ file, target }: Import): string | undefined {
  const [from = '', to = ''] = [floorOf(file), floorOf(target)];
  if (from === to || to === '') return undefined;
  const allowed = onlyThese[from as Floor];
  const goesUp = (height.get(to) ?? Number.POSITIVE_INFINITY) > (height.get(from) ?? -1);
  return goesUp || allowed?.includes(to as Floor) === false ? `${file} -> ${to}` : undefined;
}

const imports = globSync('src/**/*.ts').flatMap(importsOf);
const importsByFile = Map.groupBy(imports, ({ file }) => file);

/** All that a file loads, itself included. */
function loadedBy(file: string): string[] {
  const loaded = new Set([file]);
  for (const each of loaded) {
    for (const { target, loads } of importsByFile.get(each) ?? []) if (loads) loaded.add(target);
  }
  return [...loaded];
}

/** One circle of imports through each file that has one, types and late imports included: `a -> b -> a`. */
function findCircles(): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, road: readonly string[]) => {
    const since = road.indexOf(file);
    if (since >= 0) circles.push([...road.slice(since), file].join(' -> '));
    if (since >= 0 || done.has(file)) return;
    for (const { target } of importsByFile.get(file) ?? []) walk(target, [...road, file]);
    done.add(file);
  };
  for (const file of importsByFile.keys()) walk(file, []);
  return circles;
}

const packagePattern = /(?:import|export)\s+(?<names>[^;'"]*?)from\s+'(?!\.|node:)(?<from>[^']+)'/g;

/** The packages that are loaded with a file. */
function packagesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(packagePattern)].flatMap(({ groups = {} }) =>
    isOfTypes(groups.names ?? '') ? [] : [groups.from ?? ''],
  );
}

/** How statements begin, whatever the query builder is called. */
const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;

it('SQL stands in tables and queries alone, and in the room of the database', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/^src\/database\/|(Table|Queries)\.ts$/.test(file));
  expect(files.filter((file) => statement.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/**
 * Pages are given the config without its watches: those that their viewer may know of are in `visit.sight`. These take
 * all watches, to save what was edited, to judge what is to be saved, or where the link of a mail is the key.
 */
const knowAllWatches = [
  'src/alerts/silencePage.ts',
  'src/commands/mcp.ts',
  'src/matters/matterPage.ts',
  'src/notes/fromMail.ts',
  'src/notes/notesPart.ts',
  'src/notes/notesTable.ts',
  'src/pages/page.ts',
  'src/pages/visit/readVisit.ts',
  'src/watches/editActions.ts',
  'src/watches/sheet/importPage.ts',
  'src/watches/watchActions.ts',
  'src/web/api/openApi.ts',
  'src/web/app.ts',
  'src/web/readersApp.ts',
];

it('a page reads only the watches that its viewer may know of', () => {
  const files = globSync('src/**/*.ts').filter((file) => /\bwholeConfig\b/.test(readFileSync(file, 'utf8')));
  expect(files.sort()).toEqual(knowAllWatches);
  expect(readFileSync('src/pages/page.ts', 'utf8')).toContain("PageConfig = Omit<Config, 'watches' | 'ownWatches'>");
});

describe('the folders of src', () => {
  it('have their place in the order, each of them', () => {
    const inhabited = new Set(globSync('src/**/*.ts').map(floorOf));
    const unknown = [...inhabited].filter((name) => name === undefined || !height.has(name));
    expect(unknown).toEqual([]);
  });

  it('import only from below: no arrow goes up, so no circle can be', () => {
    const objections = imports.map(objectionTo).filter((objection) => objection !== undefined);
    expect(objections.filter((objection) => !knownViolations.includes(objection))).toEqual([]);
  });

  it('have no circle of imports, types included', () => {
    expect(findCircles()).toEqual([]);
  });

  it('load nothing of a channel, nor of how messages are drawn, for a check', () => {
    const files = loadedBy('src/check/runCheck.ts');
    expect(files).toContain('src/outbox/addToAlertQueries.ts');
    expect(files.filter((file) => /^src\/(channels|message)\//.test(file))).toEqual([]);
  });

  it('keep help quick: the command line loads no package but commander, and nothing of what commands do', () => {
    const commands = (importsByFile.get('src/commands/commandLine.ts') ?? []).map(({ target }) => target);
    expect(commands.length).toBeGreaterThan(25);
    const files = [...new Set(['src/main.ts', ...commands].flatMap(loadedBy))];
    expect([...new Set(files.flatMap(packagesOf))]).toEqual(['commander']);
    expect(files.filter((file) => /^src\/(database|program|check|service\/http\/client)/.test(file))).toEqual([]);
  });

  it('have no violation on the list that is gone', () => {
    const objections = new Set(imports.map(objectionTo));
    expect(knownViolations.filter((known) => !objections.has(known))).toEqual([]);
  });

  it('are looked at whole: the imports that this test should see are seen', () => {
    expect(imports.length).toBeGreaterThan(1000);
    const arrow = { file: 'src/channels/email/send.ts', target: 'src/outbox/gather.ts', loads: true };
    expect(objectionTo(arrow)).toBe('src/channels/email/send.ts -> outbox');
  });

  it('has no line of more than 120 characters', () => {
    const long = globSync('src/**/*.ts').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => ([...line].length > 120 ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});
