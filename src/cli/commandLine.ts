import { Command, CommanderError } from 'commander';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { ignoreBrokenPipe, printError } from './output.ts';

/** One file per command; only the called one is loaded, and its heavy parts when it runs, so that starting is quick. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).initCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  run: async () => (await import('./run.ts')).runCommand(),
  reload: async () => (await import('./reload.ts')).reloadCommand(),
  validate: async () => (await import('./validate.ts')).validateCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  changes: async () => (await import('./changes.ts')).changesCommand(),
  dates: async () => (await import('./dates.ts')).datesCommand(),
  read: async () => (await import('./read.ts')).readCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  nudges: async () => (await import('./nudges.ts')).nudgesCommand(),
  alerts: async () => (await import('./alerts.ts')).alertsCommand(),
  looks: async () => (await import('./looks.ts')).looksCommand(),
  'send-test': async () => (await import('./sendTest.ts')).sendTestCommand(),
  mute: async () => (await import('./holdCommands.ts')).muteCommand(),
  unmute: async () => (await import('./holdCommands.ts')).unmuteCommand(),
  watches: async () => (await import('./watches.ts')).watchesCommand(),
  credits: async () => (await import('./credits.ts')).creditsCommand(),
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  users: async () => (await import('./users.ts')).usersCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  evidence: async () => (await import('./evidence.ts')).evidenceCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  copy: async () => (await import('./copy.ts')).copyCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
};

/**
 * Runs one command.
 * @returns the exit code: 0 all well, 1 something failed, 2 wrong usage or config.
 */
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
  for (const load of loadersFor(argv)) {
    const command = await load();
    inheritSettings(command, program);
    program.addCommand(command);
  }
  return program;
}

/** The called command, or all of them for help and for suggestions when a name is mistyped. */
function loadersFor(argv: readonly string[]) {
  const words = argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '--config');
  const called = loaders[words[0] ?? ''];
  return called === undefined ? Object.values(loaders) : [called];
}

function inheritSettings(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inheritSettings(inner, command);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its message already.
    return error.exitCode === 0 ? 0 : 2;
  }
  const words = messageOf(error);
  printError(words);
  if (error instanceof TipstaffError)
    return error.code.startsWith('config.') || error.code.startsWith('usage.') ? 2 : 1;
  if (error instanceof Error && process.env.LOG_LEVEL === 'debug') printError(error.stack ?? '');
  return 1;
}
