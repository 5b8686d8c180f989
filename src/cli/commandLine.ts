import { Command, CommanderError } from 'commander';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { ignoreBrokenPipe, printError } from './output.ts';

/** What a command does, and the file that is loaded when it is called: help loads none. */
type Entry = readonly [description: string, load: () => Promise<Command>];

const commands: Readonly<Record<string, Entry>> = {
  init: [
    'write watches.yaml, its schema for editors and .env.example into this directory; overwrites nothing',
    async () => (await import('./validate.ts')).initCommand(),
  ],
  check: [
    'check watches now, whatever the schedule says, and deliver what is due',
    async () => (await import('./check.ts')).checkCommand(),
  ],
  run: [
    'the daemon: check watches when they fall due, deliver alerts, serve health, metrics and a page',
    async () => (await import('./run.ts')).runCommand(),
  ],
  reload: [
    'have every daemon on the database read its config and secrets again, and say what became of it',
    async () => (await import('./run.ts')).reloadCommand(),
  ],
  validate: [
    'check watches.yaml and the environment, and show every mistake with its line',
    async () => (await import('./validate.ts')).validateCommand(),
  ],
  doctor: [
    'check everything a daemon needs (config, database, clock, key, channels, rights), and say what to do',
    async () => (await import('./validate.ts')).doctorCommand(),
  ],
  plan: [
    'when the watches run and what they will cost; sends the service no request',
    async () => (await import('./plan.ts')).planCommand(),
  ],
  status: [
    'the status of the watches, and whether all is well (exit code 1 when not)',
    async () => (await import('./status.ts')).statusCommand(),
  ],
  list: [
    'print a list as the pages and the API have it: cases, designs, checks, watches, dates …',
    async () => (await import('./list.ts')).listCommand(),
  ],
  changes: ['list the changes found, oldest first', async () => (await import('./changes.ts')).changesCommand()],
  dates: [
    'the dates that lie ahead: hearings, deadlines, expiries; read from filings and registers',
    async () => (await import('./dates.ts')).datesCommand(),
  ],
  read: [
    'what the text of a docket entry says: type, topics, outcome, references, dates',
    async () => (await import('./read.ts')).readCommand(),
  ],
  explain: [
    'show the full history of a change, from request to delivery; or why a record has none',
    async () => (await import('./evidence.ts')).explainCommand(),
  ],
  nudges: [
    'free signals that say when to check: feeds of courts, webhooks',
    async () => (await import('./nudges.ts')).nudgesCommand(),
  ],
  alerts: [
    'list the alerts, newest first, with state, attempts and the server’s last response',
    async () => (await import('./alerts.ts')).alertsCommand(),
  ],
  looks: [
    'which designs look most like yours: ranked by their pictures, nothing more',
    async () => (await import('./looks.ts')).looksCommand(),
  ],
  'send-test': [
    'send a test message through the real delivery path, and show what the server says',
    async () => (await import('./alerts.ts')).sendTestCommand(),
  ],
  mute: [
    'mute the alerts of a watch or a record until a date; what was muted is reported then',
    async () => (await import('./holds.ts')).muteCommand(),
  ],
  unmute: ['end a mute now, and report what was muted', async () => (await import('./holds.ts')).unmuteCommand()],
  watches: [
    'those of the page: add, edit, remove, export or import them; pause or resume any',
    async () => (await import('./watches.ts')).watchesCommand(),
  ],
  credits: [
    'what was spent, by day (UTC) and operation, and what is left of the budget',
    async () => (await import('./plan.ts')).creditsCommand(),
  ],
  sandbox: [
    'serve the search service on this machine: no account, no credits, faults on demand',
    async () => (await import('./sandbox.ts')).sandboxCommand(),
  ],
  demo: [
    'show the main job on the built-in sandbox: a baseline, some weeks, what changed, the alerts about it',
    async () => (await import('./demo.ts')).demoCommand(),
  ],
  users: [
    'who may sign in to the pages: list them; add, change, disable or remove one; set a password; make a key',
    async () => (await import('./users.ts')).usersCommand(),
  ],
  mcp: [
    'serve what is stored to an assistant that speaks the Model Context Protocol, over stdin and stdout; reads only',
    async () => (await import('./list.ts')).mcpCommand(),
  ],
  evidence: [
    'write a signed file that proves what was watched, found and notified in a matter; or verify one',
    async () => (await import('./evidence.ts')).evidenceCommand(),
  ],
  backup: [
    'copy the database into a new file, safely while the daemon runs',
    async () => (await import('./database.ts')).backupCommand(),
  ],
  restore: [
    'put a backup in the place of the database, once it was read and confirmed',
    async () => (await import('./database.ts')).restoreCommand(),
  ],
  copy: [
    'copy everything into another database: from a file to Postgres, or back',
    async () => (await import('./database.ts')).copyCommand(),
  ],
  migrate: [
    'bring the database schema up to date (every command does so when it starts)',
    async () => (await import('./database.ts')).migrateCommand(),
  ],
};

/** @returns the exit code: 0 all well, 1 something failed, 2 wrong usage or config. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  ignoreBrokenPipe();
  try {
    const program = await buildProgram(argv);
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error);
  }
}

async function buildProgram(argv: readonly string[]): Promise<Command> {
  const program = new Command('tipstaff')
    .description('Watches court dockets and design registers, and reports what changed.')
    .option('--config <file>', 'the configuration (else $TIPSTAFF_CONFIG, else ./watches.yaml)')
    .version(version, '-V, --version', 'the version of Tipstaff')
    .showHelpAfterError('(See tipstaff --help)')
    .exitOverride()
    .hook('preAction', (root) => {
      const { config } = root.opts<{ config?: string }>();
      if (config !== undefined) process.env.TIPSTAFF_CONFIG = config;
    });
  const name = calledBy(argv);
  const [description, load] = commands[name] ?? [];
  if (load === undefined) {
    // For help, and for suggestions when a name is mistyped.
    for (const [known, [what]] of Object.entries(commands)) program.command(known).description(what);
    return program;
  }
  const command = (await load()).name(name).description(description ?? '');
  inheritSettings(command, program);
  return program.addCommand(command);
}

function calledBy(argv: readonly string[]): string {
  const words = argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '--config');
  return (words[0] === 'help' ? words[1] : words[0]) ?? '';
}

function inheritSettings(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inheritSettings(inner, command);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? 0 : 2;
  }
  const words = messageOf(error);
  printError(words);
  if (error instanceof TipstaffError)
    return error.code.startsWith('config.') || error.code.startsWith('usage.') ? 2 : 1;
  if (error instanceof Error && process.env.LOG_LEVEL === 'debug') printError(error.stack ?? '');
  return 1;
}
