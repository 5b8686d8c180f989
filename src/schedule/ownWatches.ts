import { ConfigError, type PlacedFinding, TipstaffError } from '../base/errors.ts';
import {
  type Config,
  isLimit,
  type OwnWatch,
  type WatchBody,
  type WatchConfig,
  watchesOfFile,
} from '../config/config.ts';
import type { Finding } from '../config/fields/finding.ts';
import { Findings } from '../config/findings.ts';
import { readWatch, type WatchSurroundings, withoutNamed } from '../config/readWatches.ts';
import { readWatchText, treeOf } from '../config/watchText.ts';
import { noteAudit } from '../store/auditTable.ts';
import { oneAtATime, type Store, type Trx } from '../store/store.ts';
import { endHoldsOfWatch } from './holds/holdsTable.ts';
import {
  endImport,
  lastImport,
  listOwnWatches,
  noteImport,
  ownWatchesGeneration,
  removeOwnWatch,
  saveOwnWatch,
} from './ownWatchesTable.ts';

/** Adds the watches of the page. If the file has the same id, its watch wins, with a warning. @throws ConfigError */
export function withOwnWatches(config: Config, own: readonly OwnWatch[]): Config {
  const ofFile = watchesOfFile(config);
  const taken = new Set(ofFile.map(({ id }) => id.toLowerCase()));
  const isTaken = ({ id }: OwnWatch) => taken.has(id.toLowerCase());
  const ours = own.filter((one) => !isTaken(one));
  const read = ours.map((one) => checkBody(config, one.body, `watch ${one.id} of the page`));
  const mistakes = read.flatMap((one) => one.mistakes);
  const withRemedy = (text: string) => `${text} (correct it: tipstaff watches edit)`;
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((one) => ({ ...one, text: withRemedy(one.text) })));
  const ownConfigs = read.flatMap(({ watch }) => watch ?? []);
  const clashes = own.filter(isTaken).map(({ id }) => {
    const remedy = `remove one of them (tipstaff watches remove ${id})`;
    return `watch ${id} of the page: left out, because ${config.file} has this id too; ${remedy}`;
  });
  return {
    ...config,
    watches: [...ofFile, ...ownConfigs],
    ownWatches: new Map(ours.map((one) => [one.id, one])),
    warnings: [...new Set([...withoutNamed(config.warnings ?? [], ownConfigs), ...clashes])],
  };
}

/** @param objection why the watch cannot have its id */
export function checkBody(config: Config, body: unknown, source: string, objection?: Objection) {
  const findings = new Findings();
  const tree = treeOf(body) ?? '';
  const { config: watch } = readWatch(tree, [], surroundingsOf(config), findings);
  if (objection !== undefined) findings.mistake({ path: ['id'], ...objection });
  const placed = findings.placed(source, undefined, tree);
  return { watch: placed.mistakes.length > 0 ? undefined : watch, ...placed };
}

/** @param from.source name of the text in messages @throws ConfigError with every mistake and its line */
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
  return { defaults, channels: new Set(Object.keys(channels)), isBudgeted: isLimit(budget) };
}

/** Each check, delivery pass or request takes the config at its start and uses this one until its end. */
export function openLiveConfig({ db }: Pick<Store, 'db'>, config: Config) {
  let current = config;
  let known: number | undefined;
  return {
    /** The config of the last `look`. The object changes exactly when the watches change. */
    get config(): Config {
      return current;
    },
    /** Reads the stored watches. @throws ConfigError if they are invalid; `config` then stays as it was. */
    async look(): Promise<Config> {
      const generation = await ownWatchesGeneration(db);
      if (generation === known) return current;
      const own = await listOwnWatches(db);
      // Concurrent requests call this. Another one may have read newer watches meanwhile.
      if (known !== undefined && generation < known) return current;
      if (own.length > 0 || current.ownWatches !== undefined) current = withOwnWatches(current, own);
      known = generation;
      return current;
    },
  };
}

interface Edit {
  readonly who: string;
  readonly now: Date;
  /** `add`: the id must be new. `edit`: the id must exist. `import`: either. */
  readonly how: 'add' | 'edit' | 'import';
  /** For `edit`: the time of the last change that the editor saw. */
  readonly seenChangedAt?: string | undefined;
}

type Edited =
  | { readonly saved: readonly WatchConfig[]; readonly warnings: readonly PlacedFinding[] }
  | { readonly mistakes: readonly PlacedFinding[] };

/** Saves all watches or none. @throws TipstaffError `watches.changed` if somebody else saved a watch meanwhile */
export function saveWatches(store: Store, config: Config, bodies: readonly WatchBody[], edit: Edit): Promise<Edited> {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    const stored = await listOwnWatches(trx);
    const checked = bodies.map((body, index) => {
      const objection = objectionTo(body, { config, stored, edit, earlier: bodies.slice(0, index) });
      return { body, ...checkBody(config, body, placeOf(body), objection) };
    });
    const mistakes = checked.flatMap((one) => one.mistakes);
    if (mistakes.length > 0) return { mistakes };
    for (const { body, watch } of checked) if (watch !== undefined) await save(trx, stored, body, watch, edit);
    const saved = checked.flatMap(({ watch }) => watch ?? []);
    const ids = saved.map(({ id }) => id);
    if (edit.how === 'import') await noteImport(trx, stored, ids, edit);
    return { saved, warnings: checked.flatMap((one) => one.warnings) };
  });
}

export function removeWatch(store: Store, id: string, { who, now }: Pick<Edit, 'who' | 'now'>): Promise<boolean> {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    if (!(await listOwnWatches(trx)).some((one) => one.id === id)) return false;
    await removeStored(trx, id, { who, now });
    return true;
  });
}

async function removeStored(trx: Trx, id: string, { who, now }: Pick<Edit, 'who' | 'now'>): Promise<void> {
  await removeOwnWatch(trx, id);
  await noteAudit(trx, { at: now.toISOString(), who }, 'watch.remove', id);
}

/** @param of.by only this person's import @param of.mayChange default: any watch @returns undefined if there is none */
export function undoImport(
  store: Store,
  { who, now }: Pick<Edit, 'who' | 'now'>,
  { by, mayChange = () => true }: { readonly by?: string; readonly mayChange?: (id: string) => boolean } = {},
) {
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    const last = await lastImport(trx, by);
    if (last === undefined) return undefined;
    const stored = new Map((await listOwnWatches(trx)).map((one) => [one.id, one]));
    /** `kept`: watches that were not undone, because they changed since or the person may not change them. */
    const undone = { importedAt: last.at, removed: [] as string[], restored: [] as string[], kept: [] as string[] };
    for (const { id, body } of last.before) {
      const current = stored.get(id);
      if (current?.changedAt !== last.at || !mayChange(id)) undone.kept.push(id);
      else if (body === null) {
        await removeStored(trx, id, { who, now });
        undone.removed.push(id);
      } else {
        const isSecret = body.confidential === true || current.body.confidential === true;
        await put(trx, { id, body, changedBy: who, changedAt: now.toISOString() }, current, isSecret);
        undone.restored.push(id);
      }
    }
    await endImport(trx, last);
    return undone;
  });
}

async function save(
  trx: Trx,
  stored: readonly OwnWatch[],
  body: WatchBody,
  { id, confidential = false }: WatchConfig,
  { who, now, seenChangedAt }: Edit,
): Promise<void> {
  const before = stored.find((one) => one.id === id);
  if (seenChangedAt !== undefined && before?.changedAt !== seenChangedAt) {
    throw new TipstaffError(
      'watches.changed',
      `${before?.changedBy ?? 'Somebody'} changed ${id} meanwhile. Load it again, and make your change there.`,
    );
  }
  if (before === undefined) await endHoldsOfWatch(trx, id, { who, now });
  const own = { id, body: { ...body, id }, changedBy: who, changedAt: now.toISOString() };
  await put(trx, own, before, confidential || before?.body.confidential === true);
}

async function put(trx: Trx, own: OwnWatch, before: OwnWatch | undefined, isSecret: boolean): Promise<void> {
  await saveOwnWatch(trx, own);
  const what = before === undefined ? 'watch.add' : 'watch.edit';
  const detail = differences(before?.body ?? {}, own.body, isSecret);
  await noteAudit(trx, { at: own.changedAt, who: own.changedBy }, what, own.id, detail);
}

function differences(before: WatchBody, after: WatchBody, confidential: boolean): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'id');
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return keys
    .filter((key) => text(before[key]) !== text(after[key]))
    .map((key) => (confidential ? key : `${key}: ${text(before[key])} → ${text(after[key])}`))
    .join('; ');
}

type Others = Readonly<{ config: Config; stored: readonly OwnWatch[]; edit: Edit; earlier: readonly WatchBody[] }>;

type Objection = Pick<Finding, 'why' | 'accepted'>;

function objectionTo(body: WatchBody, { config, stored, edit, earlier }: Others): Objection | undefined {
  const id = String(body.id).trim();
  const is = (other: { readonly id?: unknown }) => String(other.id).trim().toLowerCase() === id.toLowerCase();
  const same = stored.find(is);
  if (watchesOfFile(config).some(is))
    return { why: `${config.file} has a watch of this id, and is where to change it`, accepted: 'another id' };
  if (earlier.some(is)) return { why: 'a watch before it has this id', accepted: 'an id of its own' };
  if (edit.how === 'edit' && same?.id !== id)
    return { why: 'no watch of the page has this id', accepted: 'the id of one, which does not change' };
  if (same === undefined || (edit.how !== 'add' && same.id === id)) return undefined;
  return { why: 'a watch of the page has this id', accepted: 'an id of its own' };
}

function placeOf({ id }: WatchBody): string {
  return typeof id === 'string' && id !== '' ? `watch ${id.slice(0, 100)}` : 'a watch without an id';
}
