import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { it } from 'vitest';

/** An external program that checks our output, and the Debian package that has it. */
export interface Tool {
  readonly command: readonly [string, ...string[]];
  readonly package: string;
}

/** Debian's own Python, as another one on the path lacks the modules of Debian's packages. */
const python = process.env.PYTHON ?? '/usr/bin/python3';

const moduleOf = (name: string): Tool => ({ command: [python, '-c', `import ${name}`], package: `python3-${name}` });

export const dkimpy = moduleOf('dkim');
export const feedparser = moduleOf('feedparser');
export const xmllint: Tool = { command: ['xmllint', '--version'], package: 'libxml2-utils' };
export const nginx: Tool = { command: ['nginx', '-v'], package: 'nginx' };
export const caddy: Tool = { command: ['caddy', 'version'], package: 'caddy' };
export const systemd: Tool = { command: ['systemd-analyze', '--version'], package: 'systemd' };
export const promtool: Tool = { command: ['promtool', '--version'], package: 'prometheus' };

/**
 * Returns `it` if these tools are installed. Otherwise the tests are skipped with a message that names what to install.
 * With STANDARDS=required, as in the gate, that is an error.
 */
export function itWith(...tools: readonly Tool[]) {
  const missing = tools.filter(({ command: [program, ...args] }) => spawnSync(program, args).status !== 0);
  if (missing.length === 0) return it;
  const words = `NOT RUN, for want of ${missing.map((tool) => tool.package).join(' and ')}: install with apt-get install ${missing.map((tool) => tool.package).join(' ')}`;
  if (process.env.STANDARDS === 'required') throw new Error(words);
  process.stderr.write(`${words}\n`);
  return it.skip;
}

/** Runs a program and returns its stdout and stderr together, with its exit code. */
export async function run(
  program: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number; said: string }> {
  const running = promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024 });
  // A program may ignore its input.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    const { stdout, stderr } = await running;
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : -1, said: `${stdout ?? ''}${stderr ?? ''}` || String(error) };
  }
}

/** Runs one of the Python scripts in this folder. @returns the problems it found, by file */
export async function runPython(script: string, args: readonly string[]): Promise<Map<string, string[]>> {
  const { code, said } = await run(python, [`${import.meta.dirname}/${script}`, ...args]);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${said}`);
  const lines = said
    .trim()
    .split('\n')
    .map((line): { file: string; problems: string[] } => JSON.parse(line));
  return new Map(lines.map(({ file, problems }) => [file, problems]));
}

/** Returns only the problems. */
export function problemsOf(found: ReadonlyMap<string, readonly string[]>): string[] {
  return [...found].flatMap(([file, problems]) => problems.map((problem) => `${file}: ${problem}`));
}
