import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The last commit of 0.2.0. */
const commit = '6b4ef0f6';
const repository = resolve(import.meta.dirname, '../..');

/**
 * The former release, installed: where TIPSTAFF_FORMER says, else from the history of this repository into `folder`.
 *
 * @returns the path of its `main.ts`; undefined where the history does not reach so far back: then no upgrade is tried
 */
export function formerRelease(folder: string): string | undefined {
  const given = process.env.TIPSTAFF_FORMER;
  if (given !== undefined) return join(given, 'src/main.ts');
  const former = join(folder, 'former');
  mkdirSync(former);
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: repository, stdio: 'pipe' });
  try {
    run(`git cat-file -e ${commit}^{commit}`);
  } catch {
    process.stderr.write(`NOT TRIED: an upgrade, for want of the commit ${commit} in this clone\n`);
    return undefined;
  }
  run(
    `git archive ${commit} | tar -x -C '${former}' && cd '${former}' && npm ci --no-audit --no-fund --ignore-scripts`,
  );
  return join(former, 'src/main.ts');
}
