import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The house, from the ground up: a floor imports only from floors below it, so that no circle can be. Beside each stands what it is
 * for. `config/schema` is a floor of its own, for the channels build their schemas of it and the config reads the channels.
 */
const floors = [
  ['errors', 'the one error class'],
  ['packageFolder', 'where the program is installed'],
  ['version', 'which version it is'],
  ['records', 'dockets, designs, entries: what we watch'],
  ['reading', 'pure: what the text of an entry says'],
  ['words', 'pure: texts made fit for readers'],
  ['calendar', 'pure: the dates of cases and designs, as events'],
  ['http', 'what any HTTP response has: capped bodies, Retry-After'],
  ['diff', 'pure: what changed between two records'],
  ['config/schema', 'fields, findings and secrets, of which schemas are made'],
  ['search', 'the paid service'],
  ['store', 'all that is remembered'],
  ['channels', 'a folder per kind of channel; the message that each draws'],
  ['config', 'from watches.yaml to a checked Config'],
  ['schedule', 'what is due, and what it may cost'],
  ['alerts', 'what a message says, to whom it goes, and the delivery loop'],
  ['check', 'one check of one query'],
  ['evidence', 'why a change was reported'],
  ['web', 'the page, feeds, health and metrics'],
  ['sandbox', 'the service, played by ourselves; it knows nothing of the rest'],
  ['program', 'every part built once from the config'],
  ['demo', 'a story made with the parts of the program'],
  ['commands', 'the command line'],
  ['main', 'the entry'],
] as const;

type Floor = (typeof floors)[number][0];

/** Stands aside: what it may import is all that is here. */
const onlyThese: Partial<Readonly<Record<Floor, readonly Floor[]>>> = {
  sandbox: ['errors'],
  records: ['errors'],
  words: [],
  diff: ['records', 'words'],
};

/** The names of the config's types may be used on every floor: they are erased, and say what is taken, not from where. */
const configTypes = 'src/config/config.ts';

/** What stands against the rules today, as `file -> folder`. It shrinks; nothing is added. */
const knownViolations: readonly string[] = [];

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typesOnly: boolean;
}

const importPattern =
  /(?:import|export)\s+(?<types>type\s)?[^;'"]*?from\s+'(?<from>\.[^']*)'|import\('(?<late>\.[^']*)'\)/g;

function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(({ groups = {} }) => ({
    file,
    target: join(dirname(file), groups.from ?? groups.late ?? ''),
    typesOnly: groups.types !== undefined,
  }));
}

/** `src/config/schema/fields.ts` → `config/schema`, `src/errors.ts` → `errors`; undefined outside src. */
function floorOf(file: string): string | undefined {
  if (file.startsWith('src/config/schema/')) return 'config/schema';
  return /^src\/([^/.]+)/.exec(file)?.[1];
}

const height = new Map<string, number>(floors.map(([name], index) => [name, index]));

/** Why an import goes against the house; undefined when it is allowed. */
function objectionTo({ file, target, typesOnly }: Import): string | undefined {
  const [from = '', to = ''] = [floorOf(file), floorOf(target)];
  if (from === to || to === '' || (typesOnly && target === configTypes)) return undefined;
  const allowed = onlyThese[from as Floor];
  const goesUp = (height.get(to) ?? Number.POSITIVE_INFINITY) > (height.get(from) ?? -1);
  return goesUp || allowed?.includes(to as Floor) === false ? `${file} -> ${to}` : undefined;
}

const imports = globSync('src/**/*.ts').flatMap(importsOf);

describe('the folders of src', () => {
  it('have their place in the house, each of them', () => {
    const inhabited = new Set(globSync('src/**/*.ts').map(floorOf));
    const unknown = [...inhabited].filter((name) => name === undefined || !height.has(name));
    expect(unknown).toEqual([]);
  });

  it('import only from below: no arrow goes up, so no circle can be', () => {
    const objections = imports.map(objectionTo).filter((objection) => objection !== undefined);
    expect(objections.filter((objection) => !knownViolations.includes(objection))).toEqual([]);
  });

  it('have no violation on the list that is gone', () => {
    const objections = new Set(imports.map(objectionTo));
    expect(knownViolations.filter((known) => !objections.has(known))).toEqual([]);
  });

  it('are looked at whole: the imports that this test should see are seen', () => {
    expect(imports.length).toBeGreaterThan(1000);
    const arrow = { file: 'src/channels/email/email.ts', target: 'src/alerts/content.ts', typesOnly: true };
    expect(objectionTo(arrow)).toBe('src/channels/email/email.ts -> alerts');
  });
});
