import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders of `src/`, lowest first. Each imports only from those below it, so no circle is possible. */
const folders = [
  ['base', 'errors, time, words, JSON, HTTP, sheets: what everybody uses'],
  ['records', 'dockets, designs, courts, and what changed between two of them. Pure'],
  ['reading', 'what the text of an entry says, and the dates that follow. Pure'],
  ['config', 'watches.yaml and the environment become one checked Config'],
  ['service', 'the paid search service as we call it'],
  ['store', 'the database: opened, migrated, copied, claimed; what was seen and when'],
  ['people', 'users, sessions, keys, sign-in, the audit log: who may see what'],
  ['schedule', 'which watches there are, when each is checked, and what it may cost'],
  ['alerts', 'from a change to an inbox: outbox, message, channels'],
  ['check', 'one check of one query'],
  ['web', 'what readers are shown: pages, lists, API, feeds, health; why something was reported, and what proves it'],
  ['daemon', 'every part built once from the config, and what runs'],
  ['cli', 'the command line and the demo'],
  ['main', 'the entry'],
] as const;

type Folder = (typeof folders)[number][0];

/** What a folder may import when it may not import everything below it. */
const onlyThese: Partial<Readonly<Record<Folder, readonly Folder[]>>> = {
  records: ['base'],
  reading: ['base', 'records'],
  service: ['base', 'records'],
};

/** Folders that load the sandbox. */
const loadSandbox: readonly string[] = ['cli'];

/** Imports that break the rules today, as `file -> folder`. The list may only shrink. */
const knownViolations: readonly string[] = [];

interface Import {
  readonly file: string;
  readonly target: string;
  /** When the file is loaded. An import of types loads nothing, and `import()` loads only when it runs. */
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

/** `src/config/fields/fields.ts` → `config`, `src/main.ts` → `main`, `sandbox/world.ts` → `sandbox`, or undefined. */
function folderOf(file: string): string | undefined {
  return /^src\/([^/.]+)/.exec(file)?.[1] ?? /^sandbox(?=\/)/.exec(file)?.[0];
}

const height = new Map<string, number>(folders.map(([name], index) => [name, index]));

/** Why an import breaks the order of the folders; undefined when it is allowed. */
function objectionTo({ file, target }: Import): string | undefined {
  const [from = '', to = ''] = [folderOf(file), folderOf(target)];
  if (from === to || to === '') return undefined;
  const allowed = isAllowed(from, to);
  return allowed ? undefined : `${file} -> ${to}`;
}

function isAllowed(from: string, to: string): boolean {
  if (from === 'sandbox') return false;
  if (to === 'sandbox') return loadSandbox.includes(from);
  const goesDown = (height.get(to) ?? Number.POSITIVE_INFINITY) < (height.get(from) ?? -1);
  return goesDown && onlyThese[from as Folder]?.includes(to as Folder) !== false;
}

const imports = globSync(['src/**/*.ts', 'sandbox/**/*.ts']).flatMap(importsOf);
const importsByFile = Map.groupBy(imports, ({ file }) => file);

/** Everything that a file loads, including itself. */
function loadedBy(file: string): string[] {
  const loaded = new Set([file]);
  for (const each of loaded) {
    for (const { target, loads } of importsByFile.get(each) ?? []) if (loads) loaded.add(target);
  }
  return [...loaded];
}

/** One circle of imports through each file that is in one, including imports of types and `import()`: `a -> b -> a`. */
function findCircles(): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: readonly string[]) => {
    const since = path.indexOf(file);
    if (since >= 0) circles.push([...path.slice(since), file].join(' -> '));
    if (since >= 0 || done.has(file)) return;
    for (const { target } of importsByFile.get(file) ?? []) walk(target, [...path, file]);
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

/** The beginning of a statement, whatever the query builder is called. */
const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;

it('only tables, queries and the store contain SQL', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/^src\/store\/|(Table|Queries)\.ts$/.test(file));
  expect(files.filter((file) => statement.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/**
 * Pages get the config without its watches; `visit.sight` has those that the viewer may see. These files use all
 * watches: to save an edit, to check what will be saved, or because the link in a mail is the key.
 */
const knowAllWatches = [
  'src/cli/list.ts',
  'src/web/api/openApi.ts',
  'src/web/app.ts',
  'src/web/frame/page.ts',
  'src/web/pages/matters/matterPage.ts',
  'src/web/pages/notes/notesPart.ts',
  'src/web/pages/watches/editWatch.ts',
  'src/web/pages/watches/quieten.ts',
  'src/web/pages/watches/sheet/importPage.ts',
  'src/web/pages/watches/watchActions.ts',
  'src/web/readersApp.ts',
  'src/web/visit/visit.ts',
];

it('only the listed files use the whole config, and the config of a page has no watches', () => {
  const files = globSync('src/**/*.ts').filter((file) => /\bwholeConfig\b/.test(readFileSync(file, 'utf8')));
  expect(files.sort()).toEqual(knowAllWatches);
  expect(readFileSync('src/web/frame/page.ts', 'utf8')).toContain(
    "PageConfig = Omit<Config, 'watches' | 'ownWatches'>",
  );
});

describe('the folders of src', () => {
  it('all have a place in the order', () => {
    const inhabited = new Set(globSync('src/**/*.ts').map(folderOf));
    const unknown = [...inhabited].filter((name) => name === undefined || !height.has(name));
    expect(unknown).toEqual([]);
  });

  it('import only from folders below them, so no circle is possible', () => {
    const objections = imports.map(objectionTo).filter((objection) => objection !== undefined);
    expect(objections.filter((objection) => !knownViolations.includes(objection))).toEqual([]);
  });

  it('have no circle of imports, including imports of types', () => {
    expect(findCircles()).toEqual([]);
  });

  it('load neither channels nor messages for a check', () => {
    const files = loadedBy('src/check/runCheck.ts');
    expect(files).toContain('src/alerts/outbox/addToAlertQueries.ts');
    expect(files.filter((file) => /^src\/alerts\/(channels|message)\//.test(file))).toEqual([]);
  });

  it('compare pictures in a process that loads no other folder of src but base', () => {
    const files = loadedBy('src/check/likeness/pictures/describePicture.ts');
    expect(files.filter((file) => !/^src\/(base|check\/likeness\/pictures)\//.test(file))).toEqual([]);
  });

  it('load no package but commander and no command before a command is chosen', () => {
    const files = ['src/main.ts', 'src/cli/commandLine.ts'].flatMap(loadedBy);
    expect([...new Set(files.flatMap(packagesOf))]).toEqual(['commander']);
    expect(files.filter((file) => !/^src\/(main\.ts|base|cli\/(commandLine|output|signals)\.ts)/.test(file))).toEqual(
      [],
    );
  });

  it('have no known violation that no longer exists', () => {
    const objections = new Set(imports.map(objectionTo));
    expect(knownViolations.filter((known) => !objections.has(known))).toEqual([]);
  });

  it('are found by this test: it reads over 1000 imports and rejects an upward one', () => {
    expect(imports.length).toBeGreaterThan(1000);
    const arrow = { file: 'src/alerts/channels/email/send.ts', target: 'src/web/app.ts', loads: true };
    expect(objectionTo(arrow)).toBe('src/alerts/channels/email/send.ts -> web');
  });

  it('have no line of more than 120 characters', () => {
    const long = globSync('src/**/*.ts').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => ([...line].length > 120 ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});
