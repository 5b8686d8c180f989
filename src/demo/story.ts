import { join, relative } from 'node:path';
import { deliverDue } from '../alerts/deliver.ts';
import { checkNow, type WatchOutcome } from '../check/checkNow.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { openDelivery } from '../program/delivery.ts';
import { openProgram, type Program } from '../program/program.ts';
import { connect } from '../program/service.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { startSandbox } from '../sandbox/startSandbox.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { listChanges, type StoredChange } from '../store/snapshot/changes.ts';
import { counted } from '../words/counted.ts';
import { startMailCatcher, startSlackCatcher } from './catchers.ts';

export const weeks = 3;
const dayMs = 86_400_000;
const changesAtMost = 10_000;

/** Where the demo runs, and where its lines go. */
export interface Stage {
  /** An existing folder for the database and the alerts. */
  readonly folder: string;
  /** The watches file. */
  readonly configFile: string;
  /** Prints a line about what happens. */
  readonly say: (line: string) => void;
}

export interface StoryEnd {
  readonly changes: readonly StoredChange[];
  readonly mails: readonly string[];
  readonly slackMessages: readonly string[];
  readonly database: string;
  readonly credits: number;
}

/**
 * The main job in one minute: a baseline, some weeks in the world of the sandbox, a second check, the alerts. The program's
 * clock goes with the world's.
 */
export async function runStory(stage: Stage): Promise<StoryEnd> {
  const { folder, say } = stage;
  const mail = await startMailCatcher(join(folder, 'mail'));
  const slack = await startSlackCatcher(join(folder, 'slack'));
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const sandbox = await startSandbox();
  say(
    `The built-in sandbox serves made-up records at ${sandbox.url}: ${sandbox.stats.dockets} dockets, ${sandbox.stats.designs} designs.`,
  );
  const database = join(folder, 'tipstaff.db');
  const config = loadConfig({
    file: stage.configFile,
    cwd: folder,
    env: {
      TIPSTAFF_BASE_URL: 'sandbox',
      TIPSTAFF_TOKEN: 'sandbox',
      TIPSTAFF_DATABASE: database,
      SMTP_URL: mail.url,
      SLACK_WEBHOOK_URL: slack.url,
    },
  });
  // The service's pace is for the real one; the sandbox takes any.
  const paced = { ...config, service: { ...config.service, requestsPerSecond: 100 } };
  const program = await openProgram({ config: paced, clock });
  try {
    await checkAll(
      program,
      sandbox,
      say,
      'Baseline: the first check of each watch. It reports what it found, and no changes.',
    );
    sandbox.advanceDays(weeks * 7);
    aheadMs += weeks * 7 * dayMs;
    say(`${weeks} weeks pass: in the sandbox it is now ${sandbox.stats.today}.`);
    await checkAll(program, sandbox, say, 'The second check of each watch.');
    return {
      changes: await listChanges(program.store.db, { limit: changesAtMost }),
      mails: mail.files.map((file) => relative(process.cwd(), file)),
      slackMessages: slack.files.map((file) => relative(process.cwd(), file)),
      database: relative(process.cwd(), database),
      credits: sandbox.stats.creditsSpent,
    };
  } finally {
    await program.close();
    await Promise.all([sandbox.close(), mail.close(), slack.close()]);
  }
}

async function checkAll(program: Program, sandbox: Sandbox, say: Stage['say'], title: string): Promise<void> {
  const { config, clock } = program;
  say(title);
  await syncWatches(program.store, config, clock());
  const service = connect(program, sandbox.url);
  const watches = new Map(config.watches.map((watch) => [watch.id, watch]));
  const outcomes = await checkNow({ ...program, ...service, watches }, config.watches, {});
  for (const outcome of outcomes) say(`  ${wordsOf(outcome)}`);
  const delivery = await openDelivery(program, service);
  const { sent } = await deliverDue(delivery.parts, new AbortController().signal);
  await delivery.close();
  await service.close();
  say(`  ${counted(sent, 'alert')} delivered.`);
}

function wordsOf({ watch, outcome, hits, changes, credits }: WatchOutcome): string {
  return `${watch}: ${outcome}, ${counted(hits, 'hit')}, ${counted(changes, 'change')}, ${counted(credits, 'credit')}`;
}
