import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import type { StoryEnd } from '../demo/story.ts';
import { messageOf, TipstaffError } from '../errors.ts';
import { packageFolder } from '../packageFolder.ts';
import { labelOf, titleOf } from '../records/record.ts';
import type { StoredChange } from '../store/snapshot/changes.ts';
import { print, printTable } from './output.ts';

/** Marks a folder as the demo's own, so that a later demo may empty it. */
const mark = '.tipstaff-demo';

/** `tipstaff demo`: the main job on the built-in sandbox, in under a minute, without credits, mail or Slack. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('show the main job on the built-in sandbox: a baseline, some weeks, what changed, the alerts')
    .option('--folder <folder>', 'where the database and the alerts go', './demo-output')
    .action(async (options: { folder: string }) => {
      const folder = resolve(options.folder);
      await prepare(folder);
      const { runStory } = await import('../demo/story.ts');
      const configFile = join(packageFolder, 'watches.yaml');
      const story = await runStory({ folder, configFile, say: print });
      show(story, folder, configFile);
    });
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

function show(story: StoryEnd, folder: string, configFile: string): void {
  print('');
  printTable(['WHAT CHANGED', 'TIMES', 'RECORD', 'WATCHES'], rowsOf(story.changes));
  const here = relative(process.cwd(), folder);
  print('');
  print(`${story.changes.length} changes for ${story.credits} credits of the sandbox, which are free.`);
  print(`Mails: ${story.mails.length} in ${here}/mail; open them with any mail program.`);
  print(`Slack messages: ${story.slackMessages.length} in ${here}/slack; paste them into Slack's Block Kit Builder.`);
  const isHere = resolve('watches.yaml') === configFile;
  const config = isHere ? '' : `TIPSTAFF_CONFIG=${relative(process.cwd(), configFile)} `;
  const tipstaff = `${config}TIPSTAFF_BASE_URL=sandbox TIPSTAFF_TOKEN=sandbox TIPSTAFF_DATABASE=${story.database} npx tipstaff`;
  print(`List the changes yourself: ${tipstaff} changes --json`);
  print(`Or start the daemon and open its page: ${tipstaff} run, then http://127.0.0.1:8080/`);
}

/** One row per record and kind: thirty new entries of one case are one line here. */
function rowsOf(changes: readonly StoredChange[]): string[][] {
  const alike = Map.groupBy(changes, (change) => `${change.kind} ${change.record.key}`);
  return [...alike.values()].flatMap((same) => {
    const [change] = same;
    if (change === undefined) return [];
    const record = `${labelOf(change.record)}  ${titleOf(change.record)}`.slice(0, 60);
    return [[change.kind, String(same.length), record, change.watches.join(', ')]];
  });
}
