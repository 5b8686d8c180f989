import { kindsOf } from '../records/diff/change.ts';
import { isDigitsAlone, splitNumbers } from '../records/docket.ts';
import { type DesignSearch, type DocketSearch, mattersOf, type WatchConfig } from './config.ts';
import { isTreeMap, nearMiss, type Path, type Report, readShape, type Tree, writePath } from './fields/finding.ts';
import { adaptiveSchedule, intervalText, usualAtMostEvery } from './fields/schedule.ts';
import { readDesigns, readDockets, type Searches } from './readSearches.ts';
import { validateBudget, type WatchDefaults } from './settingsSchema.ts';
import { insideSearch, registrationNumberAccepted, type WatchFields, watchSchema } from './watchSchema.ts';

export interface WatchSurroundings {
  readonly defaults: WatchDefaults;
  readonly channels: ReadonlySet<string>; // Names of all channels in the file, valid or not.
  readonly isBudgeted: boolean; // Whether all watches together have a budget.
}

/** Reads watches, without those that have mistakes. */
export function readWatches(raw: unknown, surroundings: WatchSurroundings, report: Report): WatchConfig[] {
  if (!Array.isArray(raw)) {
    report.mistake({ path: ['watches'], accepted: 'a list of watches' });
    return [];
  }
  if (raw.length === 0)
    report.warning({ path: ['watches'], why: 'nothing will be checked', accepted: 'at least one watch' });
  const places = new Map<string, number>();
  return raw.flatMap((item: unknown, index): WatchConfig[] => {
    const path = ['watches', index];
    const watch = readWatch(item, path, surroundings, report);
    // State is stored by id, and file systems and people confuse upper and lower case.
    const key = watch.id?.toLowerCase() ?? '';
    const first = places.get(key);
    const accepted = 'an id of its own';
    if (first !== undefined)
      report.mistake({ path: [...path, 'id'], why: `watches[${first}] has this id already`, accepted });
    else if (key !== '') places.set(key, index);
    return watch.config === undefined ? [] : [watch.config];
  });
}

/** Reads a watch and reports mistakes. After a mistake `config` is undefined. */
export function readWatch(
  raw: unknown,
  path: Path,
  surroundings: WatchSurroundings,
  report: Report,
): { id?: string | undefined; config?: WatchConfig } {
  if (!isTreeMap(raw)) {
    report.mistake({ path, accepted: 'a map with an id, and dockets or designs' });
    return {};
  }
  const { defaults } = surroundings;
  const { whole, fields } = readShape(watchSchema, raw, path, report, insideSearch);
  const { searches, ...filter } = readSearches(fields, path, report);
  if (fields.tell !== undefined) validateTell(fields, [...path, 'tell'], report);
  if (fields.budget !== undefined) validateBudget(fields.budget, [...path, 'budget'], report);
  if (fields.similarTo !== undefined && fields.dockets !== undefined)
    report.mistake({ path: [...path, 'similarTo'], accepted: 'a watch of designs: dockets have no pictures' });
  warnOfDigitsAlone(raw.similarTo, [...path, 'similarTo'], report);
  const notify = readNotify(fields, surroundings, path, report);
  const schedule = readSchedule(fields, surroundings, path, report);
  if (!whole || searches.length === 0 || notify === undefined) return { id: fields.id };
  const { id: _id, name: _name, dockets: _dockets, designs: _designs, ...rest } = fields;
  const { atLeastEvery: _least, atMostEvery: _most, ...options } = rest;
  const priority = fields.priority ?? defaults.priority;
  const config: WatchConfig = {
    id: fields.id,
    name: fields.name ?? fields.id,
    ...options,
    // The usual priority is left out, so that a watch is stored as before priorities existed.
    ...(priority !== undefined && { priority: priority === 'normal' ? undefined : priority }),
    searches,
    ...filter,
    schedule,
    timezone: fields.timezone ?? defaults.timezone,
    notify,
    announce: fields.announce ?? defaults.announce,
  };
  return { id: fields.id, config };
}

const usualAtLeastEvery = 24;

function readSchedule(fields: Partial<WatchFields>, around: WatchSurroundings, path: Path, report: Report): string {
  const { defaults, isBudgeted } = around;
  const schedule = fields.schedule ?? defaults.schedule;
  const isAdaptive = schedule === 'adaptive';
  for (const key of ['atLeastEvery', 'atMostEvery'] as const) {
    if (isAdaptive || fields[key] === undefined) continue;
    const why = 'only an adaptive schedule has bounds';
    report.warning({ path: [...path, key], why, accepted: 'schedule: adaptive' });
  }
  if (!isAdaptive) return schedule;
  const least = fields.atLeastEvery ?? defaults.atLeastEvery ?? usualAtLeastEvery;
  const most = fields.atMostEvery ?? defaults.atMostEvery ?? usualAtMostEvery(least, isBudgeted);
  if (most > least)
    report.mistake({ path: [...path, 'atMostEvery'], accepted: `at most atLeastEvery, ${intervalText(least)}` });
  return adaptiveSchedule(most, least);
}

function readSearches(fields: Partial<WatchFields>, path: Path, report: Report): Searches<DocketSearch | DesignSearch> {
  const { dockets, designs } = fields;
  if ((dockets === undefined) === (designs === undefined)) {
    const found = dockets === undefined ? 'neither dockets nor designs' : 'both dockets and designs';
    report.mistake({ path, found, accepted: 'one of the two; for both, two watches' });
  }
  const inDockets = dockets === undefined ? undefined : readDockets(dockets, [...path, 'dockets'], report);
  const inDesigns = designs === undefined ? undefined : readDesigns(designs, [...path, 'designs'], report);
  return inDockets ?? inDesigns ?? { searches: [], wholeWord: false };
}

function warnOfDigitsAlone(similarTo: Tree | undefined, path: Path, report: Report): void {
  const texts = isTreeMap(similarTo) ? [similarTo.registrations].flat() : [];
  for (const [index, text] of texts.entries()) {
    const bare = typeof text === 'string' ? splitNumbers(text).filter(isDigitsAlone) : [];
    if (bare.length === 0) continue;
    const why = `most registers write letters or a hyphen, and there are none in ${bare.join(', ')}`;
    report.warning({ path: [...path, 'registrations', index], why, accepted: registrationNumberAccepted });
  }
}

/** Warns of kinds that a watch cannot have: designs have no docket changes, and dockets no design changes. */
function validateTell({ tell = [], designs }: Partial<WatchFields>, path: Path, report: Report): void {
  const possible = kindsOf(designs === undefined ? 'docket' : 'design');
  if (tell.some((kind) => possible.includes(kind))) return;
  const found = `${tell.join(', ')}, which ${designs === undefined ? 'dockets' : 'designs'} never have`;
  report.warning({ path, found, why: 'nothing is reported', accepted: possible.join(', ') });
}

/** An empty list is a choice, but no list at all is a mistake. */
function readNotify({ notify: own }: Partial<WatchFields>, around: WatchSurroundings, path: Path, report: Report) {
  const notify: readonly string[] | undefined = own ?? around.defaults.notify;
  if (notify === undefined) {
    const accepted = 'channels to notify, here or in defaults.notify; [] for none';
    report.mistake({ path: [...path, 'notify'], accepted });
    return undefined;
  }
  if (own !== undefined) validateChannelNames(own, [...path, 'notify'], around.channels, report);
  const distinct = new Set(notify);
  // Thousands of watches share the list of the defaults.
  return distinct.size === notify.length ? notify : [...distinct];
}

export function validateChannelNames(
  names: readonly string[],
  path: Path,
  channels: ReadonlySet<string>,
  report: Report,
): void {
  for (const [index, name] of names.entries()) {
    if (channels.has(name)) continue;
    const accepted =
      channels.size === 0 ? 'a channel of this file; it has none' : [...channels].slice(0, 20).join(', ');
    const suggestion = nearMiss(name, channels);
    report.mistake({ path: [...path, index], why: 'no channel has this name', accepted, suggestion });
  }
}

const why = 'no watch names this matter, so nothing is charged to it';

/** Warns of a misspelled matter, which would limit nothing. */
export function validateMatters(raw: Tree | undefined, watches: readonly WatchConfig[], report: Report): void {
  const named = mattersOf(watches);
  for (const name of isTreeMap(raw) ? Object.keys(raw) : []) {
    if (named.includes(name)) continue;
    const suggestion = nearMiss(name, named);
    const found = `the matter ${JSON.stringify(name)}`;
    report.warning({ path: ['matters', name], atKey: true, found, why, accepted: 'the matter of a watch', suggestion });
  }
}

/** Removes warnings about matters that watches of the page name. */
export function withoutNamed(warnings: readonly string[], own: readonly WatchConfig[]): readonly string[] {
  const paths = own.flatMap(({ matter }) => (matter === undefined ? [] : [` ${writePath(['matters', matter])}: `]));
  if (paths.length === 0) return warnings;
  return warnings.filter((text) => !text.includes(why) || !paths.some((path) => text.includes(path)));
}
