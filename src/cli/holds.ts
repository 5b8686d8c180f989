import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { shortText } from '../base/words/cleanText.ts';
import { counted, listedUpTo, moreWatches } from '../base/words/sentence.ts';
import { beginHold, endHoldOn } from '../check/changeHolds.ts';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { type Held, type Hold, shownHold, untilWords } from '../schedule/holds/holds.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { alsoWatched } from '../schedule/watchStatusQueries.ts';
import { findRecordsCalled } from '../store/snapshot/listRecordsQueries.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import { endsOf, untilAsked, userName } from './output.ts';
import { type Answer, answering, chooseWatch } from './withProgram.ts';

const moments = '2026-12-01 (as that day ends) or 2026-12-01T09:00 (by http.timezone), or 2026-12-01T09:00:00Z';

export function muteCommand(): Command {
  return new Command()
    .argument('<watch or record>', 'the id of a watch, or a record by its key, case number or registration number')
    .requiredOption('--until <time>', `when it ends (required): ${moments}`)
    .requiredOption('--why <reason>', 'the reason, for others to read (required)')
    .option('--author <name>', 'who mutes (else the user of this system)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nTo see the running mutes: tipstaff status')
    .action(answering(mute));
}

export function unmuteCommand(): Command {
  return new Command()
    .argument('<watch or record>', 'the watch or record that is muted')
    .option('--json', 'one JSON object on stdout')
    .action(answering(unmute));
}

export function pauseCommand(): Command {
  return new Command('pause')
    .description('stop checking a watch, also one of watches.yaml, until it is resumed; that costs nothing')
    .argument('<id>')
    .option('--until <time>', `when it resumes by itself: ${moments}`)
    .option('--why <reason>', 'the reason, for others to read')
    .action(answering(pause));
}

export function resumeCommand(): Command {
  return new Command('resume')
    .description('check a paused watch again; what happened meanwhile is reported')
    .argument('<id>')
    .action(answering(resume));
}

type MuteOptions = { readonly until: string; readonly why: string; readonly author?: string };

type PauseOptions = { readonly until?: string | undefined; readonly why?: string | undefined };

/** @throws TipstaffError `usage.until`, and `usage.mute` if the subject matches none or several. */
export async function mute(program: Program, subject: string, options: MuteOptions): Promise<Answer> {
  const now = program.clock();
  const timezone = pageTimezone(program.config);
  const until = untilAsked(options.until, now, timezone);
  const found = await findSubject(program, subject);
  const { author = userName(), why: reason } = options;
  const hold = { ...found, author, reason, beganAt: now.toISOString(), until, isChecked: true };
  await begin(program, hold);
  const others = await alsoWatchedWords(program, found.watchId);
  const words =
    `Muted ${found.label} ${untilWords(hold, endsOf(timezone))}. What is muted is reported then, or ` +
    `with: tipstaff unmute ${subject}`;
  return {
    words: others ? [words, others.words] : words,
    json: { muted: found.label, ...shownHold(hold), alsoWatchedBy: others?.watchIds ?? [] },
  };
}

export async function unmute(program: Program, subject: string): Promise<Answer> {
  const found = await findSubject(program, subject);
  const wasMuted = await end(program, { ...found, isChecked: true });
  const unmuted = `${found.label} is no longer muted. If anything was held, it goes out with the next delivery.`;
  return {
    words: wasMuted ? unmuted : `${found.label} is not muted.`,
    json: { unmuted: found.label, ended: wasMuted ? 1 : 0 },
  };
}

/** @throws TipstaffError `usage.until`, and `usage.watch` for an unknown watch. */
export async function pause(program: Program, id: string, { until, why = '' }: PauseOptions): Promise<Answer> {
  const { store, config, clock } = program;
  const watch = chooseWatch(config, id);
  const timezone = pageTimezone(config);
  const end = { until: until === undefined ? null : untilAsked(until, clock(), timezone) };
  await syncWatches(store, config, clock(), { moment: 'command' });
  const begun = { author: userName(), reason: why.trim(), beganAt: clock().toISOString() };
  const hold = { watchId: id, recordId: null, label: watch.name, ...begun, ...end, isChecked: false };
  await begin(program, hold);
  return {
    words:
      `${id} is paused ${untilWords(end, endsOf(timezone))}: it is not checked and costs nothing. ` +
      `Resume it with: tipstaff watches resume ${id}`,
    json: { paused: id, ...shownHold(hold) },
  };
}

async function resume(program: Program, id: string): Promise<Answer> {
  chooseWatch(program.config, id);
  const wasPaused = await end(program, { watchId: id, recordId: null, isChecked: false });
  return { words: `${id} is ${wasPaused ? 'resumed' : 'not paused'}.`, json: { resumed: id, wasPaused } };
}

async function begin({ store, config }: Program, hold: Omit<Hold, 'id'>): Promise<void> {
  if (await store.transaction((trx) => beginHold(trx, config, hold))) return;
  throw new TipstaffError(
    'usage.watch',
    `${hold.watchId} is not watched any more: somebody removed it, or another process has a newer config without ` +
      `it. Nothing was ${hold.isChecked ? 'muted' : 'paused'}.`,
  );
}

function end({ store, config, clock }: Program, held: Held): Promise<boolean> {
  return store.transaction((trx) => endHoldOn(trx, config, held, { who: userName(), now: clock() }));
}

/** A caption may name dozens of parties, and a design dozens of products. */
const longestLabel = 100;

async function findSubject(program: Program, subject: string): Promise<Pick<Hold, 'watchId' | 'recordId' | 'label'>> {
  const watch = program.config.watches.find((each) => each.id === subject);
  if (watch !== undefined) {
    await syncWatches(program.store, program.config, program.clock(), { moment: 'command' });
    return { watchId: watch.id, recordId: null, label: watch.name };
  }
  const ids = await findRecordsCalled(program.store.db, subject);
  const [first, another] = [...(await loadRecords(program.store.db, ids)).values()];
  if (first === undefined) {
    throw new TipstaffError(
      'usage.mute',
      `There is no watch and no known record called ${JSON.stringify(subject)}. See: tipstaff list watches, tipstaff ` +
        'list cases, tipstaff list designs',
    );
  }
  if (another !== undefined) {
    throw new TipstaffError(
      'usage.mute',
      `${JSON.stringify(subject)} names ${ids.length} records. Use the key of one: tipstaff explain ${subject}`,
    );
  }
  const { record, id } = first;
  return { watchId: null, recordId: id, label: shortText(`${labelOf(record)} ${titleOf(record)}`, longestLabel) };
}

const mostNamed = 5;

export async function alsoWatchedWords({ store: { db }, config }: Program, watchId: string | null) {
  const found = await alsoWatched(db, config, watchId);
  if (found === undefined) return undefined;
  const { first, watchIds, records, ofRecords } = found;
  const names = listedUpTo(mostNamed, watchIds, moreWatches);
  const noun = first.type === 'docket' ? 'case' : 'design';
  const mute = `tipstaff mute ${first.key} --until DAY --why REASON`;
  const [what, one] =
    ofRecords === 1
      ? [`Its ${noun} is`, `the ${noun}`]
      : [`${records} of its ${counted(ofRecords, noun)} ${records === 1 ? 'is' : 'are'}`, `one (${labelOf(first)})`];
  const words = `${what} also watched by ${names}, which this does not mute. To mute ${one}: ${mute}`;
  return { words, watchIds };
}
