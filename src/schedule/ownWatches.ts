import { ConfigError, type PlacedFinding } from '../base/errors.ts';
import {
  type Config,
  isLimit,
  type OwnWatch,
  type WatchBody,
  type WatchConfig,
  watchesOfFile,
} from '../config/config.ts';
import { Findings, type Placed } from '../config/findings.ts';
import { readWatch, type WatchSurroundings, withoutNamed } from '../config/readWatches.ts';
import { readWatchText, treeOf } from '../config/watchText.ts';
import type { YamlFile } from '../config/yaml.ts';
import type { Store } from '../store/store.ts';
import { listOwnWatches, ownWatchesGeneration } from './ownWatchesTable.ts';

/**
 * The config with the watches of the page, read by the rules of watches.yaml. They replace those that the config has
 * already. Where both have an id, the file's watch counts, with a warning.
 * @throws ConfigError with every mistake: a channel that one of them notifies may have been removed from the file.
 */
export function withOwnWatches(config: Config, own: readonly OwnWatch[]): Config {
  const ofFile = watchesOfFile(config);
  const taken = new Set(ofFile.map(({ id }) => id.toLowerCase()));
  const [clashing, ours] = [own.filter(isIn(taken)), own.filter((one) => !isIn(taken)(one))];
  const read = ours.map((one) => ({ id: one.id, ...checkBody(config, one.body, `watch ${one.id} of the page`) }));
  const mistakes = read.flatMap((one) => one.mistakes);
  const withRemedy = (text: string) => `${text} (correct it: tipstaff watches edit)`;
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((one) => ({ ...one, text: withRemedy(one.text) })));
  const ownConfigs = read.flatMap(({ watch }) => watch ?? []);
  const warnings = withoutNamed(config.warnings ?? [], ownConfigs);
  return {
    ...config,
    watches: [...ofFile, ...ownConfigs],
    ownWatches: new Map(ours.map((one) => [one.id, one])),
    warnings: [...new Set([...warnings, ...clashing.map(({ id }) => clashOf(config, id))])],
  };
}

function isIn(taken: ReadonlySet<string>): (watch: OwnWatch) => boolean {
  return ({ id }) => taken.has(id.toLowerCase());
}

function clashOf({ file }: Config, id: string): string {
  return (
    `watch ${id} of the page: left out, because ${file} has this id too; remove one of them (tipstaff watches ` +
    `remove ${id})`
  );
}

/** The result of reading one watch; without mistakes there is a watch. */
interface CheckedBody extends Placed {
  readonly watch?: WatchConfig | undefined;
}

/** Reads a watch by the rules of watches.yaml. @param source how messages call the place it comes from. */
export function checkBody(config: Config, body: unknown, source: string): CheckedBody {
  const findings = new Findings();
  const tree = treeOf(body) ?? '';
  const { config: watch } = readWatch(tree, [], surroundingsOf(config), findings);
  const named = (some: readonly PlacedFinding[]) =>
    some.map((one) => ({ ...one, text: [source, one.path, one.words].filter((part) => part !== '').join(': ') }));
  const { mistakes, warnings, readings } = findings.placed(source, noText, tree);
  return {
    watch: findings.failed ? undefined : watch,
    mistakes: named(mistakes),
    warnings: named(warnings),
    readings: named(readings),
  };
}

/** For a watch that comes from no text: its mistakes have a path, but no line. */
const noText: YamlFile = {
  isBroken: false,
  tree: undefined,
  locate: (path) => ({ line: 0, column: 0, depth: path.length }),
  locateOffset: () => ({ line: 0, column: 0, depth: 0 }),
};

/**
 * The watches of a text: YAML or JSON of one, of a list, or a whole watches.yaml.
 * @param from.source how messages call the text; `id` that of its one watch, where the text may leave it out.
 * @throws ConfigError with every mistake, each with its line.
 */
export function readBodies(
  config: Config,
  text: string,
  { source, id }: { readonly source: string; readonly id?: string | undefined },
): WatchBody[] {
  const findings = new Findings();
  const { yaml, watches } = readWatchText(text, findings);
  const bodies = watches.map(({ path, body }) => {
    const named = id === undefined ? body : { id, ...body };
    readWatch(treeOf(named), path, surroundingsOf(config), findings);
    return named;
  });
  const { mistakes } = findings.placed(source, yaml, yaml.tree);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return bodies;
}

function surroundingsOf(config: Config): WatchSurroundings {
  const { defaults, channels, budget } = config;
  return {
    defaults,
    channels: new Set(Object.keys(channels)),
    isBudgeted: isLimit(budget),
  };
}

/** The config in force: what the file said at the start, with the watches of the page as they are now. */
interface LiveConfig {
  /** As of the last look; another object exactly when the watches changed. */
  readonly config: Config;
  /**
   * Looks whether they were edited, here or in another process. @throws ConfigError when the stored watches cannot be
   * used; then the config stays.
   */
  look(): Promise<Config>;
}

/** A check, a pass of delivery or a request takes the config from here when it begins, and keeps it to its end. */
export function openLiveConfig({ db }: Pick<Store, 'db'>, config: Config): LiveConfig {
  let current = config;
  let known: number | undefined;
  let [begun, latest] = [0, 0];
  return {
    get config() {
      return current;
    },
    async look() {
      begun += 1;
      const nth = begun;
      const generation = await ownWatchesGeneration(db);
      if (generation === known) return current;
      const own = await listOwnWatches(db);
      // Several requests look at once: one that began later has seen more.
      if (nth < latest) return current;
      latest = nth;
      if (own.length > 0 || current.ownWatches !== undefined) current = withOwnWatches(current, own);
      known = generation;
      return current;
    },
  };
}
