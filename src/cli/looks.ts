import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import type { Find } from '../looks/likeness.ts';
import { print, printError, printJsonLines, printTable, startProgress } from './output.ts';
import { wholeNumber } from './withProgram.ts';

interface Options {
  readonly like?: string[];
  readonly among?: string;
  readonly top: number;
  readonly json?: boolean;
}

const shownAtMost = 20;

/** `tipstaff looks`: which designs look like one's own. Of folders alone it needs neither a config nor a database. */
export function looksCommand(): Command {
  return new Command('looks')
    .description('which designs look most like yours: ranked by their pictures, nothing more')
    .argument(
      '[a]',
      'with b: two designs to compare, each a picture, a folder of pictures, or the key of a stored design',
    )
    .argument('[b]')
    .option(
      '--like <pictures...>',
      "one design's pictures, or a folder of them, or a folder with a subfolder per design",
    )
    .option('--among <folder>', 'a folder with a subfolder per design; without it, the stored designs')
    .option(
      '--top <number>',
      'how many to show for each own design',
      wholeNumber('Give a whole number from 1 on.'),
      shownAtMost,
    )
    .option('--json', 'one JSON object per line on stdout')
    .action(async (a: string | undefined, b: string | undefined, options: Options) => {
      const { compareTwo, rankLike } = await import('./looksFinds.ts');
      const progress = startProgress();
      try {
        const answer = await (options.like === undefined
          ? compareTwo(twoOf(a, b), progress.say)
          : rankLike({ ...options, like: onlyLike(options.like, a) }, progress.say));
        progress.end();
        for (const { picture, reason } of answer.notCompared) printError(`Not compared: ${picture}. ${reason}`);
        show(answer.finds, options);
        if (!options.json) print(answer.summary);
      } finally {
        progress.end();
      }
    });
}

function twoOf(a: string | undefined, b: string | undefined): readonly [string, string] {
  if (a !== undefined && b !== undefined) return [a, b];
  throw new TipstaffError(
    'usage.looks',
    'Name two designs to compare, or one design with --like PICTURE… or --like FOLDER.',
  );
}

function onlyLike(like: string[], a: string | undefined): readonly string[] {
  if (a === undefined) return like;
  throw new TipstaffError('usage.looks', `With --like, ${a} has no meaning: put all pictures behind --like.`);
}

function show(finds: readonly Find[], { json }: Options): void {
  if (json) printJsonLines(finds.map(({ own, key, likeness, picture }) => ({ own, key, likeness, picture })));
  else
    printTable(
      ['OWN', 'DESIGN', 'LIKENESS', 'PICTURE', 'BESIDE'],
      finds.map((find) => [find.own, find.key, find.likeness.toFixed(2), find.picture, find.ownPicture]),
    );
}
