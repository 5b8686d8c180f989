import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
export const laterVersion = '99.0.0';

/**
 * Copies the program into the folder as a later release, with further migration steps, each a column of `watches`.
 * @param breaking the step beside which today's program cannot work
 * @returns the path of its src/main.ts
 */
export function laterRelease(folder: string, steps: readonly string[], breaking?: string): string {
  const release = join(folder, steps.join());
  for (const part of ['src', 'data', 'migrations', 'package.json'])
    cpSync(join(root, part), join(release, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(release, 'node_modules'));
  edit(join(release, 'package.json'), (text) => text.replace(/"version": "[^"]*"/, `"version": "${laterVersion}"`));
  for (const name of steps) {
    const column = name.slice(5);
    const step = `./${name}.ts`;
    const file = `import { type Kysely, sql } from 'kysely';
export const up = async (db: Kysely<unknown>) => void (await sql\`alter table watches add column ${column} text\`.execute(db));
`;
    writeFileSync(join(release, 'migrations', `${name}.ts`), file);
    edit(join(release, 'migrations/index.ts'), (text) =>
      text
        .replace('/** Every step', `import * as ${column} from '${step}';\n\n/** Every step`)
        .replace(/,?\s\};/, `, '${name}': ${column} };`),
    );
  }
  if (breaking !== undefined)
    edit(join(release, 'migrations/index.ts'), (text) =>
      text.replace(/lastBreakingStep = .*;/, `lastBreakingStep = '${breaking}';`),
    );
  return join(release, 'src/main.ts');
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
