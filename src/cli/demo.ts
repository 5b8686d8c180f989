import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { SMTPServer } from 'smtp-server';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { subjectsAsSent } from '../alerts/outbox/alertsOfWatchesQueries.ts';
import { listAlerts } from '../alerts/outbox/alertsTable.ts';
import { deliverDue } from '../alerts/outbox/deliver.ts';
import { codeOf, messageOf, TipstaffError } from '../base/errors.ts';
import { dayMs } from '../base/time.ts';
import { packageFolder } from '../base/version.ts';
import { counted } from '../base/words/sentence.ts';
import { connect } from '../check/admission/serviceKey.ts';
import { checkNow, type WatchOutcome } from '../check/checkNow.ts';
import { compareNow } from '../check/likeness/comparing.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { openDelivery, openProgram, type Program } from '../daemon/program.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { listChanges } from '../store/snapshot/changesTable.ts';
import { print, table } from './output.ts';
import { untilInterrupted } from './signals.ts';
import { portNumber } from './withProgram.ts';

export const weeks = 3;
const changesAtMost = 10_000;
const alertsAtMost = 100;
/** A public https address like the real service's, because Slack shows no other pictures. */
const picturesAddress = 'https://pictures.example';

interface Stage {
  readonly folder: string;
  readonly database?: string | undefined;
  readonly configFile: string;
  readonly say: (line: string) => void;
  readonly begins?: Date | undefined;
  /** The port of the demo's pages, for the links in its messages. */
  readonly port?: number | undefined;
}

/** A baseline, some weeks of the sandbox's world, a second check, the alerts. All keeps running until it is closed. */
export async function openStory(stage: Stage) {
  const { folder, say } = stage;
  const mail = await startMailCatcher(join(folder, 'mail'));
  const slack = await startSlackCatcher(join(folder, 'slack'));
  let aheadMs = (stage.begins?.getTime() ?? Date.now()) - Date.now();
  const clock = () => new Date(Date.now() + aheadMs);
  const begins = clock();
  const sandbox = await startSandbox({ clock: () => begins, publicUrl: picturesAddress });
  say(
    `The built-in sandbox serves made-up records at ${sandbox.url}: ${sandbox.stats.dockets} dockets, ` +
      `${sandbox.stats.designs} designs.`,
  );
  const database = stage.database ?? join(folder, 'tipstaff.db');
  const config = readConfig(stage, database, mail, slack);
  const program = await openProgram({ config, clock });
  const close = async () => {
    await program.close();
    await Promise.all([sandbox.close(), mail.close(), slack.close()]);
  };
  try {
    say(`Baseline, the first check of each watch: ${await checkAll(program, sandbox)}.`);
    sandbox.advanceDays(weeks * 7);
    aheadMs += weeks * 7 * dayMs;
    say(`${weeks} weeks pass: in the sandbox it is now ${sandbox.stats.today}.`);
    say(`The second check of each watch: ${await checkAll(program, sandbox)}.`);
    const { db } = program.store;
    const changes = await listChanges(db, { limit: changesAtMost });
    const alerts = (await listAlerts(db, { limit: alertsAtMost })).reverse();
    const ids = alerts.map(({ id }) => id);
    const subjects = await subjectsAsSent(db, ids, { digests: true });
    const end = {
      changes: changes.length,
      alerts: alerts.map(({ id, channel }) => ({ id, channel, subject: subjects.get(id) ?? '' })),
      database: relative(process.cwd(), database),
      credits: sandbox.stats.creditsSpent,
    };
    return { end, program, connect: () => connect(program, sandbox.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Story = Awaited<ReturnType<typeof openStory>>;
export type StoryEnd = Story['end'];

function readConfig(stage: Stage, database: string, mail: Catcher, slack: Catcher) {
  const config = loadConfig({
    file: stage.configFile,
    cwd: stage.folder,
    env: {
      TIPSTAFF_BASE_URL: 'sandbox',
      TIPSTAFF_TOKEN: 'sandbox',
      TIPSTAFF_DATABASE: database,
      SMTP_URL: mail.url,
      SLACK_WEBHOOK_URL: slack.url,
    },
  });
  const { host, port: usual, publicUrl } = config.http;
  const port = stage.port ?? usual;
  const http = { ...config.http, port, publicUrl: publicUrl ?? `http://${host}:${port}` };
  // Only the real service limits the rate. Links in messages lead to the pages that `demo --serve` shows.
  return { ...config, http, service: { ...config.service, requestsPerSecond: 100 } };
}

async function checkAll(program: Program, sandbox: Sandbox): Promise<string> {
  const { config, clock } = program;
  await syncWatches(program.store, config, clock());
  const service = connect(program, sandbox.url);
  const outcomes = await checkNow({ ...program, ...service }, config.watches, {});
  await compareNow({ ...program, ...service }, new AbortController().signal);
  const delivery = await openDelivery(program, service);
  const { sent } = await deliverDue(delivery.parts, new AbortController().signal);
  await delivery.close();
  await service.close();
  return `${wordsOf(outcomes)}, ${counted(sent, 'alert')} delivered`;
}

function wordsOf(outcomes: readonly WatchOutcome[]): string {
  const hits = outcomes.reduce((sum, outcome) => sum + outcome.hits, 0);
  const incomplete = outcomes.filter(({ outcome }) => outcome !== 'complete');
  return [
    `${counted(outcomes.length, 'watch', 'watches')} with ${counted(hits, 'hit')}`,
    ...incomplete.map(({ watch, outcome }) => `${watch} ${outcome}`),
  ].join(', ');
}

interface Catcher {
  readonly url: string;
  close(): Promise<void>;
}

async function startMailCatcher(folder: string): Promise<Catcher> {
  await mkdir(folder, { recursive: true });
  let caught = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address.split('@')[0] ?? 'nobody';
      caught += 1;
      const file = join(folder, `${String(caught).padStart(2, '0')}-${to.replace(/[^\w.-]/g, '_')}.eml`);
      pipeline(stream, createWriteStream(file)).then(() => done(), done);
    },
  });
  return {
    url: `smtp://127.0.0.1:${await listen(server.server, 0)}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function startSlackCatcher(folder: string): Promise<Catcher> {
  await mkdir(folder, { recursive: true });
  let caught = 0;
  const server = createServer(async (request, response) => {
    const message = await json(request);
    caught += 1;
    const file = join(folder, `${String(caught).padStart(2, '0')}-slack.json`);
    await writeFile(file, `${JSON.stringify(message, null, 2)}\n`);
    response.end('ok');
  });
  return {
    url: `http://127.0.0.1:${await listen(server, 0)}/slack`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @returns the port @param port 0: any free one */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Marks a folder as made by a demo, so that a later demo may empty it. */
const mark = '.tipstaff-demo';

export function demoCommand(): Command {
  return new Command()
    .option('--folder <folder>', 'where the messages and the database go', './demo-output')
    .option('--serve', 'then serve the pages with its records, until Ctrl+C')
    .option(
      '--port <port>',
      'the port of --serve; 0 = any free port (default: 8080, or a free one if 8080 is taken)',
      portNumber,
    )
    .action(async (options: { folder: string; serve?: true; port?: number }) => {
      const folder = resolve(options.folder);
      await prepare(folder);
      const configFile = join(packageFolder, 'watches.yaml');
      const port = options.serve && (await portFor(options.port));
      const story = await openStory({ folder, configFile, say: print, port });
      try {
        show(story.end, folder, configFile);
        if (options.serve) await serve(story);
        else print(`Every alert: npx tipstaff demo --serve, then ${alertsPage(story.program.config)}`);
      } finally {
        await story.close();
      }
    });
}

const usualPort = 8080;

/** Returns another port if the usual port is in use. @throws TipstaffError `usage.demo` if the chosen one is */
async function portFor(asked?: number): Promise<number> {
  const tried = async (port: number) => {
    const server = createServer();
    const free = await listen(server, port);
    server.close();
    await once(server, 'close');
    return free;
  };
  return tried(asked ?? usualPort).catch((cause: unknown) => {
    if (asked !== undefined) {
      const words = `Port ${asked} cannot be used (${codeOf(cause)}). Choose another --port, or 0 for any free one.`;
      throw new TipstaffError('usage.demo', words, { cause });
    }
    print(`Port ${usualPort} is taken: another one is used.`);
    return tried(0);
  });
}

async function serve({ program, connect }: Story) {
  const { startDaemon } = await import('../daemon/daemon.ts');
  const { signal } = untilInterrupted();
  // The story created the database just now, so its migrations need no warning.
  const store = { ...program.store, migrated: [] };
  const daemon = await startDaemon({ ...program, store }, { open: async () => connect() });
  print(`The demo's page Today, until Ctrl+C: ${daemon.url}/`);
  print(`Every alert: ${daemon.url}/alerts`);
  if (!signal.aborted) await once(signal, 'abort');
  await daemon.stop();
}

async function prepare(folder: string): Promise<void> {
  if (existsSync(folder) && !existsSync(join(folder, mark))) {
    throw new TipstaffError(
      'usage.demo',
      `${folder} exists and was not made by a demo. Choose another with --folder, or move it away.`,
    );
  }
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, mark), { recursive: true });
  } catch (cause) {
    throw new TipstaffError(
      'usage.demo',
      `The demo cannot write: ${messageOf(cause)}. Choose a folder that you can write to with --folder.`,
      { cause },
    );
  }
}

const alertsPage = ({ http }: Config) => `http://${http.host}:${http.port}/alerts`;

function show({ alerts, changes, credits, database }: StoryEnd, folder: string, configFile: string): void {
  const here = (path: string) => relative(process.cwd(), path);
  print('');
  print(table(alerts, { TO: ({ channel }) => channel, ALERT: ({ subject }) => subject }));
  print('A + in a subject counts the other cases and designs in that message.');
  print('');
  print(`${changes} changes for ${credits} credits of the sandbox, which are free.`);
  print(`The messages as they were sent: ${here(join(folder, 'mail'))}, ${here(join(folder, 'slack'))}`);
  const config = resolve('watches.yaml') === configFile ? '' : `TIPSTAFF_CONFIG=${here(configFile)} `;
  const env = `TIPSTAFF_BASE_URL=sandbox TIPSTAFF_TOKEN=sandbox TIPSTAFF_DATABASE=${database}`;
  print(`Every change: ${config}${env} npx tipstaff changes`);
}
