import { Command, CommanderError } from 'commander';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { ignoreBrokenPipe, printError } from './output.ts';

const commands = {
  init: 'write watches.yaml, its schema for editors and .env.example into this directory; overwrites nothing',
  check: 'check watches now, whatever the schedule says, and deliver what is due',
  run: 'start the daemon: it checks watches when they are due, delivers alerts, and serves health, metrics and pages',
  reload: 'make every daemon on the database read its config and secrets again, and show the result',
  validate: 'check watches.yaml and the environment, and show every mistake with its line',
  doctor: 'check everything a daemon needs (config, database, clock, token, channels, rights), and say what to do',
  plan: 'show when the watches run and what they will cost, without a call to the service',
  status: 'show the status of the watches, and whether all is well (exit code 1 if not)',
  list: 'print a list of the pages and the API: cases, designs, checks, watches, dates …',
  changes: 'list the changes found, oldest first',
  dates: 'list the dates ahead: hearings, deadlines, expiries, read from filings and registers',
  read: 'show what the text of a docket entry says: type, topics, outcome, references, dates',
  explain: 'show the full history of a change, from request to delivery; or why a record has none',
  nudges: 'show the free signals that say when to check: court feeds, webhooks',
  alerts: 'list the alerts, newest first, with state, attempts and the server’s last response',
  looks: 'rank designs by how much their pictures look like yours',
  'send-test': 'send a test message through the real delivery path, and show what the server says',
  mute: 'mute the alerts of a watch or a record until a date; what was muted is reported then',
  unmute: 'end a mute now, and report what was muted',
  watches: 'add, edit, remove, export or import watches of the page; pause or resume any watch',
  credits: 'show what was spent, by day (UTC) and operation, and what is left of the budget',
  sandbox: 'serve the search service on this machine: no account, no credits, faults on demand',
  demo: 'show Tipstaff at work on the built-in sandbox: a baseline, some weeks, the changes, their alerts',
  users: 'list the users who may sign in to the pages; add, change, disable or remove one; set a password; make a key',
  mcp: 'serve the stored data to an AI assistant (Model Context Protocol, over stdin and stdout); reads only',
  evidence: 'write a signed file that proves what was watched, found and reported in a matter; or verify one',
  backup: 'copy the database into a new file, safely while the daemon runs',
  restore: 'replace the database with a backup, after reading it and asking you',
  copy: 'copy everything into another database: from a file to Postgres, or back',
  migrate: 'bring the database schema up to date (every command does so when it starts)',
} as const;

/** Loads only the file of the called command. Help loads none. */
const loaders: Readonly<Record<keyof typeof commands, () => Promise<Command>>> = {
  init: async () => (await import('./validate.ts')).initCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  run: async () => (await import('./run.ts')).runCommand(),
  reload: async () => (await import('./run.ts')).reloadCommand(),
  validate: async () => (await import('./validate.ts')).validateCommand(),
  doctor: async () => (await import('./validate.ts')).doctorCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  list: async () => (await import('./list.ts')).listCommand(),
  changes: async () => (await import('./changes.ts')).changesCommand(),
  dates: async () => (await import('./dates.ts')).datesCommand(),
  read: async () => (await import('./read.ts')).readCommand(),
  explain: async () => (await import('./evidence.ts')).explainCommand(),
  nudges: async () => (await import('./nudges.ts')).nudgesCommand(),
  alerts: async () => (await import('./alerts.ts')).alertsCommand(),
  looks: async () => (await import('./looks.ts')).looksCommand(),
  'send-test': async () => (await import('./alerts.ts')).sendTestCommand(),
  mute: async () => (await import('./holds.ts')).muteCommand(),
  unmute: async () => (await import('./holds.ts')).unmuteCommand(),
  watches: async () => (await import('./watches.ts')).watchesCommand(),
  credits: async () => (await import('./plan.ts')).creditsCommand(),
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  users: async () => (await import('./users.ts')).usersCommand(),
  mcp: async () => (await import('./list.ts')).mcpCommand(),
  evidence: async () => (await import('./evidence.ts')).evidenceCommand(),
  backup: async () => (await import('./database.ts')).backupCommand(),
  restore: async () => (await import('./database.ts')).restoreCommand(),
  copy: async () => (await import('./database.ts')).copyCommand(),
  migrate: async () => (await import('./database.ts')).migrateCommand(),
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
    .option('-c, --config <file>', 'the configuration (else $TIPSTAFF_CONFIG, else ./watches.yaml)')
    .version(version, '-V, --version', 'the version of Tipstaff')
    .showHelpAfterError('(See tipstaff --help)')
    .exitOverride()
    .hook('preAction', (root, action) => {
      const { config } = root.opts<{ config?: string }>();
      if (config !== undefined) process.env.TIPSTAFF_CONFIG = config;
      // A parent may have parsed a flag that its subcommand also has, such as --json.
      for (const [name, value] of Object.entries(action.optsWithGlobals())) action.setOptionValue(name, value);
    });
  const name = calledBy(argv);
  if (!isCommand(name)) {
    for (const [known, what] of Object.entries(commands)) program.command(known).description(what);
    return program;
  }
  const command = (await loaders[name]()).name(name).description(commands[name]);
  inheritSettings(command, program, 'tipstaff');
  return program.addCommand(command);
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

function calledBy(argv: readonly string[]): string {
  const words = argv.filter(
    (word, index) => !word.startsWith('-') && !['-c', '--config'].includes(argv[index - 1] ?? ''),
  );
  return (words[0] === 'help' ? words[1] : words[0]) ?? '';
}

function inheritSettings(command: Command, parent: Command, above: string): void {
  const called = `${above} ${command.name()}`;
  command.copyInheritedSettings(parent).showHelpAfterError(`(See ${called} --help)`);
  for (const inner of command.commands) inheritSettings(inner, command, called);
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
