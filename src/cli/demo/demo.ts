import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf, TipstaffError } from '../../base/errors.ts';
import { packageFolder } from '../../base/version.ts';
import type { Config } from '../../config/config.ts';
import { startDaemon } from '../../daemon/daemon.ts';
import { print, printTable } from '../output.ts';
import { untilInterrupted } from '../signals.ts';
import { wholeNumber } from '../withProgram.ts';
import { type OpenStory, openStory, type StoryEnd } from './story.ts';

/** Marks a folder as made by a demo, so that a later demo may empty it. */
const mark = '.tipstaff-demo';

export function demoCommand(): Command {
  return new Command()
    .option('--folder <folder>', 'where the messages and the database go', './demo-output')
    .option('--serve', 'then serve the pages over its world, until Ctrl+C')
    .option(
      '--port <port>',
      'where --serve listens; 0 = any free port (default: 8080, or a free one where that is taken)',
      wholeNumber('A port is a number from 0 to 65535.', 0, 65_535),
    )
    .action(async (options: { folder: string; serve?: true; port?: number }) => {
      const folder = resolve(options.folder);
      await prepare(folder);
      const configFile = join(packageFolder, 'watches.yaml');
      const story = await openStory({ folder, configFile, say: print });
      try {
        show(story.end, folder, configFile);
        if (options.serve) await serve(story, options.port);
        else
          print(
            `Every alert as its readers get it: npx tipstaff demo --serve, then ${alertsPage(story.program.config)}`,
          );
      } finally {
        await story.close();
      }
    });
}

/** The daemon on the world of the story, until somebody ends it: pictures load, and a watch can be checked now. */
async function serve({ program, connect }: OpenStory, asked: number | undefined): Promise<void> {
  const { signal } = untilInterrupted();
  const { http } = program.config;
  const config = { ...program.config, http: { ...http, port: asked ?? http.port } };
  // The story made the database, not this start: no warning is needed.
  const store = { ...program.store, migrated: [] };
  const start = (config: Config) => startDaemon({ ...program, store, config }, { open: async () => connect() });
  const daemon = await start(config).catch((error: unknown) => {
    // Somebody's own server is there, perhaps Tipstaff itself; a demo needs no certain port unless one was asked for.
    if (asked !== undefined || !(error instanceof TipstaffError) || error.code !== 'web.listen') throw error;
    print(`Port ${config.http.port} is taken: another one is used.`);
    return start({ ...config, http: { ...config.http, port: 0 } });
  });
  print(`The demo's page Today, until Ctrl+C: ${daemon.url}/`);
  print(`Every alert as its readers get it: ${daemon.url}/alerts`);
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
      {
        cause,
      },
    );
  }
}

const alertsPage = ({ http }: Config) => `http://${http.host}:${http.port}/alerts`;

function show({ alerts, changes, credits, database }: StoryEnd, folder: string, configFile: string): void {
  const here = (path: string) => relative(process.cwd(), path);
  print('');
  printTable(
    ['TO', 'ALERT'],
    alerts.map(({ channel, subject }) => [channel, subject]),
  );
  print('A + in a subject counts the other cases and designs in that message.');
  print('');
  print(`${changes} changes for ${credits} credits of the sandbox, which are free.`);
  print(`The messages as they were sent: ${here(join(folder, 'mail'))}, ${here(join(folder, 'slack'))}`);
  const config = resolve('watches.yaml') === configFile ? '' : `TIPSTAFF_CONFIG=${here(configFile)} `;
  const env = `TIPSTAFF_BASE_URL=sandbox TIPSTAFF_TOKEN=sandbox TIPSTAFF_DATABASE=${database}`;
  print(`Every change: ${config}${env} npx tipstaff changes`);
}
