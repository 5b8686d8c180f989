import { text } from 'node:stream/consumers';
import { alsoWatched } from '../alerts/outbox/alsoWatched.ts';
import { ConfigError, TipstaffError } from '../base/errors.ts';
import { counted, listedUpTo, moreWatches } from '../base/words/sentence.ts';
import { type OwnWatch, pageTimezone, type WatchBody } from '../config/config.ts';
import { readText, reasonOf } from '../config/variables.ts';
import { bodyOf, writeWatches } from '../config/watchText.ts';
import type { Program } from '../daemon/program.ts';
import { labelOf } from '../records/record.ts';
import { removeWatch, saveWatches } from '../schedule/editWatches.ts';
import { shownHold, untilWords } from '../schedule/holds/holds.ts';
import { loadUnchecked } from '../schedule/holds/holdsTable.ts';
import { checkBody, readBodies } from '../schedule/ownWatches.ts';
import { listOwnWatches } from '../schedule/ownWatchesTable.ts';
import { minute, minutesOf } from './momentAsked.ts';
import { print, printError, printJsonLines, printTable, printText } from './output.ts';
import { userName } from './users.ts';

/**
 * Every watch and where it comes from; for a watch of the page also what is wrong with it, such as a channel that the
 * file no longer has.
 */
export async function listWatches(program: Program, { json }: { json?: boolean }): Promise<void> {
  const rows = await originsOf(program);
  if (json) return printJsonLines(rows);
  const timezone = pageTimezone(program.config);
  printTable(
    ['WATCH', 'NAME', 'FROM', 'CHANGED', 'BY', 'PAUSED', 'MISTAKES'],
    rows.map(({ watch, name, origin, changedAt, changedBy, paused, mistakes }) => [
      watch,
      name,
      origin,
      minute(changedAt, timezone),
      changedBy ?? '-',
      paused === null ? '-' : untilWords(paused, minutesOf(timezone)),
      mistakes.join('; '),
    ]),
  );
}

async function originsOf({ store, config }: Program) {
  const own = await listOwnWatches(store.db);
  const unchecked = await loadUnchecked(store.db);
  const pausedAs = (watchId: string) => {
    const hold = unchecked.get(watchId);
    return hold === undefined ? null : { watchId, ...shownHold(hold) };
  };
  const taken = new Set(config.watches.map(({ id }) => id.toLowerCase()));
  const mistakesOf = ({ id, body }: OwnWatch) =>
    taken.has(id.toLowerCase())
      ? [`left out, because ${config.file} has this id too`]
      : checkBody(config, body, id).mistakes.map((mistake) => mistake.text);
  const ofFile = config.watches.map((watch) => ({
    watch: watch.id,
    name: watch.name,
    origin: 'file',
    changedBy: null,
    changedAt: null,
    paused: pausedAs(watch.id),
    body: bodyOf(watch),
    mistakes: [] as string[],
  }));
  const ofPage = own.map((one) => ({
    watch: one.id,
    name: typeof one.body.name === 'string' ? one.body.name : one.id,
    origin: 'page',
    changedBy: one.changedBy,
    changedAt: one.changedAt,
    paused: pausedAs(one.id),
    body: one.body,
    mistakes: mistakesOf(one),
  }));
  return [...ofFile, ...ofPage];
}

/** What is to be saved, and how to report it. */
export interface Saving {
  /** undefined: stdin. */
  readonly file: string | undefined;
  readonly how: 'add' | 'edit' | 'import';
  /** The watch to edit. */
  readonly id?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Saves the watches of a text, all or none. @throws ConfigError with every mistake, each with its line. */
export async function saveText({ store, config, clock }: Program, { file, how, id, json }: Saving): Promise<void> {
  const given = file === undefined ? await text(process.stdin) : readFile(file);
  const bodies = readBodies(config, given, { source: file ?? 'stdin', id });
  if (id !== undefined) requireOne(bodies, id);
  const edited = await saveWatches(store, config, bodies, { who: userName(), now: clock(), how });
  if ('mistakes' in edited) throw new ConfigError(edited.mistakes);
  for (const warning of edited.warnings) printError(`warning: ${warning.text}`);
  if (json) printJsonLines(edited.saved.map((watch) => ({ saved: watch.id })));
  else for (const watch of edited.saved) print(`${watch.id} is saved.`);
}

function requireOne(bodies: readonly WatchBody[], id: string): void {
  if (bodies.length === 1 && bodies[0]?.id === id) return;
  throw new TipstaffError('usage.watches', `The text must hold only the watch ${id}; its id cannot change.`);
}

function readFile(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new TipstaffError('usage.watches', `${file} cannot be read (${reasonOf(error)}).`, { cause: error });
  }
}

/** @throws TipstaffError `usage.watches` where the page has no such watch. */
export async function remove(
  { store, config, clock }: Program,
  id: string,
  { json }: { json?: boolean },
): Promise<void> {
  if (!(await removeWatch(store, id, { who: userName(), now: clock() }))) throw noSuchWatch(id, config);
  if (json) printJsonLines([{ removed: id }]);
  else print(`${id} is removed; what it found is kept.`);
}

/**
 * Prints watches of the page as YAML, or as one line of JSON each. @throws TipstaffError `usage.watches` for an id that
 * the page does not have.
 */
export async function exportWatches(
  { store, config }: Program,
  ids: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const own = await listOwnWatches(store.db);
  const unknown = ids.find((id) => !own.some((one) => one.id === id));
  if (unknown !== undefined) throw noSuchWatch(unknown, config);
  const bodies = own.filter((one) => ids.length === 0 || ids.includes(one.id)).map((one) => one.body);
  if (json) printJsonLines(bodies);
  else printText(writeWatches(bodies).trimEnd());
}

function noSuchWatch(id: string, { watches, file }: Program['config']): TipstaffError {
  const where = watches.some((watch) => watch.id === id) ? ` It is in ${file}; change it there.` : '';
  return new TipstaffError(
    'usage.watches',
    `There is no watch ${JSON.stringify(id)} of the page.${where} See: tipstaff watches`,
  );
}

const mostNamed = 5;

/**
 * Which records of a muted watch other watches still report, with the command that silences one for all; undefined
 * where there is none.
 */
export async function alsoWatchedWords(
  { store: { db }, config }: Program,
  watchId: string | null,
): Promise<{ readonly words: string; readonly watchIds: readonly string[] } | undefined> {
  const found = await alsoWatched(db, config, watchId);
  if (found === undefined) return undefined;
  const { first, watchIds, records, ofRecords } = found;
  const names = listedUpTo(mostNamed, watchIds, moreWatches);
  const report = watchIds.length === 1 ? 'reports' : 'report';
  const noun = first.type === 'docket' ? 'case' : 'design';
  const words =
    ofRecords === 1
      ? `Its ${noun} is also watched by ${names}, which still ${report} it: tipstaff mute ${first.key} silences the ` +
        `${noun}.`
      : `${records} of its ${counted(ofRecords, noun)} ${records === 1 ? 'is' : 'are'} also watched by ${names}, ` +
        `which still ${report} ${records === 1 ? 'it' : 'them'}. To silence one: tipstaff mute ${first.key} ` +
        `(${labelOf(first)}).`;
  return { words, watchIds };
}
