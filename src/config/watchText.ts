import { stringify } from 'yaml';
import type { OwnWatch, WatchBody, WatchConfig } from './config.ts';
import { isTreeMap, type Path, type Report, type Tree, type TreeMap } from './fields/finding.ts';
import { scheduleKeys } from './fields/schedule.ts';
import { readYaml } from './yaml.ts';

const written = { lineWidth: 120, aliasDuplicateObjects: false } as const;

export function writeWatches(bodies: readonly WatchBody[]): string {
  return stringify({ watches: bodies }, escaped, written);
}

/** Returns the watch as an item of the list in watches.yaml. */
export function writeWatch(body: WatchBody): string {
  return stringify([body], escaped, written);
}

/** Returns the body of a watch; for one of watches.yaml, with its defaults. */
export function bodyOf(watch: WatchConfig, own?: OwnWatch): WatchBody {
  if (own !== undefined) return own.body;
  const { id, name, searches, wholeWord, courts, schedule, ...options } = watch;
  const kind = searches[0]?.type ?? 'dockets';
  const search = { ...listsOf(searches), court: courts, wholeWord: wholeWord || undefined };
  const shown = { name: name === id ? undefined : name, [kind]: search, ...scheduleKeys(schedule), ...options };
  // Leaves out what is undefined.
  return JSON.parse(JSON.stringify({ id, ...shown })) as WatchBody;
}

function listsOf(searches: WatchConfig['searches']): WatchBody {
  const lists: Record<string, unknown[]> = {};
  for (const [key, value] of searches.flatMap(({ type: _, ...fields }) => Object.entries(fields))) {
    if (value !== undefined) lists[key] = [...new Set([...(lists[key] ?? []), value])];
  }
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}

/** Escapes `${`, which begins a variable in watches.yaml but is text in a watch of the page. */
function escaped(_key: unknown, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('${', () => '$${') : value;
}

/** Returns every scalar as its text. */
export function treeOf(value: unknown): Tree | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.map((item) => treeOf(item) ?? '');
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, treeOf(inner)]));
}

/** Parses one watch, a list of watches, or a whole watches.yaml, of which only the watches count. */
export function readWatchText(text: string, report: Report) {
  const variables: Path[] = [];
  const yaml = readYaml(text, (value, path) => withoutVariables(value, () => variables.push(path)), report);
  const { tree } = yaml;
  const inside: Path = isTreeMap(tree) && tree.watches !== undefined ? ['watches'] : [];
  const list = isTreeMap(tree) && tree.watches !== undefined ? tree.watches : tree;
  const items = Array.isArray(list) ? list : isTreeMap(list) ? [list] : [];
  const watches = items.flatMap((each, index) =>
    isTreeMap(each) ? [{ path: Array.isArray(list) ? [...inside, index] : inside, body: natural(each) }] : [],
  );
  for (const path of variables) {
    // Variables elsewhere in a whole watches.yaml do not matter here.
    if (inside.some((part, index) => path[index] !== part)) continue;
    const why = 'variables are put in only where watches.yaml names them';
    report.mistake({ path, why, accepted: 'the value itself, or $${ for a plain ${' });
  }
  if (watches.length > 0 && watches.length === items.length) return { yaml, watches };
  if (!yaml.isBroken) report.mistake({ path: [], accepted: 'YAML or JSON of a watch, or of a list of watches' });
  return { yaml, watches: [] };
}

/** Turns true and false into booleans, which are written without quotes. */
function natural(map: TreeMap): WatchBody {
  const flag = (_key: string, value: unknown) => (value === 'true' || value === 'false' ? value === 'true' : value);
  return JSON.parse(JSON.stringify(map), flag) as WatchBody;
}

/** People who may edit a watch must not be able to read the environment through it. */
function withoutVariables(text: string, onVariable: () => void): string {
  if (/(^|[^$])\$\{/.test(text)) onVariable();
  return text.replaceAll('$${', () => '${');
}
