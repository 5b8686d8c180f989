import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { print } from './output.ts';

/** `tipstaff init`: the files to begin with, in this directory. */
export function initCommand(): Command {
  return new Command('init')
    .description(
      'write watches.yaml, its schema for editors and .env.example into this directory, to be edited; overwrites ' +
        'nothing',
    )
    .action(() => writeFiles(process.cwd()));
}

/** As the package has them. */
const files = ['watches.yaml', 'watches.schema.json', '.env.example'] as const;

async function writeFiles(folder: string): Promise<void> {
  const { copyFile, constants } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const { packageFolder } = await import('../base/version.ts');
  for (const file of files) {
    try {
      await copyFile(join(packageFolder, file), join(folder, file), constants.COPYFILE_EXCL);
      print(`Wrote ${file}.`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw cannotWrite(join(folder, file), code);
      print(`Left ${file} as it is: it is there already.`);
    }
  }
  print('Next: copy .env.example to .env and fill it in, edit watches.yaml, then run tipstaff validate.');
}

function cannotWrite(file: string, code: string | undefined): TipstaffError {
  const why = code === undefined ? '' : ` (${code})`;
  return new TipstaffError(
    'usage.init',
    `${file} cannot be written${why}. Run tipstaff init in a directory of your own.`,
  );
}
