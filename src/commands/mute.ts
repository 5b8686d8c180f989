import { userInfo } from 'node:os';
import { Command } from 'commander';
import { endAndTell } from '../alerts/mutes.ts';
import { TipstaffError } from '../errors.ts';
import { openProgram, type Program } from '../program/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { changeMute, insertMute, type Mute, runningMutes } from '../store/mutes.ts';
import { findRecordsCalled, loadRecords } from '../store/records.ts';
import type { Db } from '../store/store.ts';
import { print, printJsonLines } from './output.ts';

interface Options {
  readonly until: string;
  readonly why: string;
  readonly author?: string;
  readonly json?: boolean;
}

/** What was done, in words and as JSON. */
interface Done {
  readonly words: string;
  readonly json: object;
}

/** `tipstaff mute WATCH|RECORD`: nobody is alerted of it until a moment; what is held back is told when that comes. */
export function muteCommand(): Command {
  return new Command('mute')
    .description('hold back the alerts of a watch or a record until a moment; what was held back is told then')
    .argument('<watch or record>', 'the id of a watch, or a record by its key, case number or registration number')
    .requiredOption('--until <iso>', 'when it ends, e.g. 2026-12-01 or 2026-12-01T09:00:00Z')
    .requiredOption('--why <reason>', 'why, for those who wonder')
    .option('--author <name>', 'who mutes (else the user of this system)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nThe mutes that run: tipstaff status')
    .action(async (subject: string, options: Options) => {
      const program = await openProgram();
      try {
        show(await mute(program, subject, options), options);
      } finally {
        await program.close();
      }
    });
}

/** `tipstaff unmute WATCH|RECORD`: ends a mute now. */
export function unmuteCommand(): Command {
  return new Command('unmute')
    .description('end a mute now, and tell what it held back')
    .argument('<watch or record>', 'as it was muted')
    .option('--json', 'one JSON object on stdout')
    .action(async (subject: string, options: Pick<Options, 'json'>) => {
      const program = await openProgram();
      try {
        show(await unmute(program, subject), options);
      } finally {
        await program.close();
      }
    });
}

function show({ words, json }: Done, options: Pick<Options, 'json'>): void {
  if (options.json) printJsonLines([json]);
  else print(words);
}

async function mute(program: Program, subject: string, options: Options): Promise<Done> {
  const until = Date.parse(options.until);
  const now = program.clock();
  if (Number.isNaN(until) || until <= now.getTime()) {
    throw new TipstaffError(
      'usage.mute',
      `--until takes a moment to come, as an ISO date or time, not ${JSON.stringify(options.until)}.`,
    );
  }
  const found = await findSubject(program, subject);
  const made: Omit<Mute, 'id'> = {
    ...found,
    author: options.author ?? userInfo().username,
    reason: options.why,
    beganAt: now.toISOString(),
    until: new Date(until).toISOString(),
  };
  await program.store.transaction(async (trx) => {
    const [running] = await mutesOf(trx, found);
    if (running === undefined) await insertMute(trx, made);
    else await changeMute(trx, running.id, made);
  });
  const { label, author, reason, beganAt } = made;
  return {
    words: `Muted ${label} until ${made.until}. What is held back is told then, or with: tipstaff unmute ${subject}`,
    json: { muted: label, until: made.until, author, reason, beganAt },
  };
}

async function unmute(program: Program, subject: string): Promise<Done> {
  const found = await findSubject(program, subject);
  return program.store.transaction(async (trx) => {
    const running = await mutesOf(trx, found);
    for (const each of running) await endAndTell(trx, program.config, each, program.clock());
    const json = { unmuted: found.label, ended: running.length };
    if (running.length === 0) return { words: `${found.label} is not muted.`, json };
    return { words: `${found.label} is heard again. What was held back goes out with the next delivery.`, json };
  });
}

async function mutesOf(db: Db, subject: Pick<Mute, 'watchId' | 'recordId'>): Promise<Mute[]> {
  return (await runningMutes(db)).filter(
    (each) => each.watchId === subject.watchId && each.recordId === subject.recordId,
  );
}

async function findSubject(program: Program, subject: string): Promise<Pick<Mute, 'watchId' | 'recordId' | 'label'>> {
  const watch = program.config.watches.find((each) => each.id === subject);
  if (watch !== undefined) {
    await syncWatches(program.store, program.config, program.clock());
    return { watchId: watch.id, recordId: null, label: watch.name };
  }
  const ids = await findRecordsCalled(program.store.db, subject);
  const [first, another] = [...(await loadRecords(program.store.db, ids)).values()];
  if (first === undefined) {
    throw new TipstaffError('usage.mute', `There is no watch and no known record called ${JSON.stringify(subject)}.`);
  }
  if (another !== undefined) {
    throw new TipstaffError(
      'usage.mute',
      `${JSON.stringify(subject)} names ${ids.length} records. Use the key of one: tipstaff explain --record ${subject}`,
    );
  }
  const { record, id } = first;
  return { watchId: null, recordId: id, label: `${labelOf(record)} ${titleOf(record)}`.trim() };
}
