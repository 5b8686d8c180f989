import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { listed, withCommas } from '../base/words/sentence.ts';
import { lookAtStored, lookAtStoredDesign, storedDesigns } from '../check/likeness/looksTable.ts';
import { type Likeness, rankByLikeness } from '../check/likeness/pictures/likeness.ts';
import {
  asFound,
  type DesignFolder,
  designsIn,
  designsNamed,
  type Looker,
  lookAtDesign,
  openLooker,
  type SeenDesign,
} from '../check/likeness/pictures/lookAt.ts';
import type { Program } from '../daemon/program.ts';
import { findRecordsCalled } from '../store/snapshot/listRecordsQueries.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import type { Db } from '../store/store.ts';
import { printError, startProgress, table } from './output.ts';
import { type Answer, giveAnswer, wholeNumber, withProgram } from './withProgram.ts';

interface Options {
  readonly like?: string[];
  readonly among?: string;
  readonly top: number;
  readonly json?: boolean;
}

const shownAtMost = 20;

/** Needs neither a config nor a database if it compares only folders. */
export function looksCommand(): Command {
  return new Command()
    .argument(
      '[a]',
      'with b: two designs to compare, each a picture, a folder of pictures, or a stored design by key or number',
    )
    .argument('[b]')
    .option(
      '--like <pictures...>',
      "one design's pictures, a folder of them or with a subfolder per design, or a stored design by key or number",
    )
    .option('--among <folder>', 'a folder with a subfolder per design; without it, the stored designs')
    .option('--top <number>', 'how many to show for each own design', wholeNumber(), shownAtMost)
    .option('--json', 'one JSON object per line on stdout')
    .action(async (a: string | undefined, b: string | undefined, options: Options) => {
      const progress = startProgress();
      const looker = openLooker();
      try {
        const asked =
          options.like === undefined ? twoOf(a, b) : { ...options, like: onlyLike(options.like, options, a) };
        const { own, others, notCompared, summary } = await look(looker, asked, progress.say);
        progress.end();
        for (const { picture, reason } of notCompared) printError(`Not compared: ${picture}. ${reason}`);
        const finds = own.flatMap((design) => rankByLikeness(design, others).slice(0, options.top));
        giveAnswer(answerOf(finds, summary), options);
      } finally {
        progress.end();
        await looker.close();
      }
    });
}

/** One design and another; else own designs, and a folder of others or the stored ones. */
type Asked =
  | { readonly one: string; readonly other: string }
  | { readonly like: readonly string[]; readonly among?: string };

function twoOf(one: string | undefined, other: string | undefined): Asked {
  if (one !== undefined && other !== undefined) return { one, other };
  throw new TipstaffError(
    'usage.looks',
    'Name two designs to compare, or one design with --like PICTURE… or --like FOLDER.',
  );
}

function onlyLike(like: string[], { among }: Pick<Options, 'among'>, a: string | undefined): string[] {
  const missing = like.find((name) => !existsSync(name));
  if (missing !== undefined && (like.length > 1 || among !== undefined))
    throw new TipstaffError('usage.looks', `There is no picture and no folder ${missing}.`);
  if (a === undefined) return like;
  throw new TipstaffError('usage.looks', `With --like, ${a} has no meaning: give all pictures after --like.`);
}

function answerOf(finds: readonly Likeness[], summary: string): Answer {
  const ranked = table(finds, {
    OWN: ({ own }) => own,
    DESIGN: ({ key }) => key,
    LIKENESS: ({ likeness }) => likeness.toFixed(2),
    PICTURE: ({ picture }) => picture,
    BESIDE: ({ ownPicture }) => ownPicture,
  });
  const json = finds.map(({ own, key, likeness, picture }) => ({ own, key, likeness, picture }));
  return { words: [ranked, summary], json };
}

type Say = (text: string) => void;

async function look(looker: Looker, asked: Asked, say: Say) {
  const isPair = 'one' in asked;
  const [named = '', ...more] = isPair ? [asked.one] : asked.like;
  const isOne = isPair || (more.length === 0 && !existsSync(named));
  const own = isOne ? await seeNamed(looker, named, say) : await seeAll(looker, designsNamed([named, ...more]), say);
  requireSome(own);
  const found = isPair ? await seeNamed(looker, asked.other, say) : await seeAmong(looker, asked.among, say);
  if (isPair) requireSome(found ?? []);
  const stored = ({ store: { db } }: Program) => lookAtStored(db, looker).then(() => storedDesigns(db));
  const others = found?.map(asFound) ?? (await withProgram(stored)).filter(({ key }) => key !== own[0]?.key);
  const compared = others.filter(({ vectors }) => vectors.length > 0).length;
  const summary = isPair
    ? 'Likeness, 0 to 1, ranks designs; it is no legal opinion.'
    : `${compared} of ${others.length} ${found ? 'designs' : storedOnes} compared.` +
      notComparedWords(others.length - compared);
  return { own, others, notCompared: notComparedOf([...own, ...(found ?? [])]), summary };
}

const storedOnes = 'stored designs, also filtered-out ones,';

function notComparedWords(count: number): string {
  return count === 0 ? '' : ` The other ${withCommas(count)} have no stored picture to compare yet.`;
}

const notComparedOf = (seen: readonly SeenDesign[]) => seen.flatMap(({ notCompared }) => notCompared);

async function seeAmong(looker: Looker, folder: string | undefined, say: Say) {
  return folder === undefined ? undefined : seeAll(looker, designsAmong(folder), say);
}

function designsAmong(folder: string): DesignFolder[] {
  const designs = designsIn(folder);
  const [only] = designs;
  if (designs.length > 1 || only === undefined || !only.isWhole) return designs;
  return only.pictures.flatMap((path) => designsNamed([path]));
}

async function seeAll(looker: Looker, folders: readonly DesignFolder[], say: Say): Promise<SeenDesign[]> {
  const seen: SeenDesign[] = [];
  // Reads a few folders at a time, so that few pictures wait in memory for a thread.
  for (let at = 0; at < folders.length; at += foldersAtOnce) {
    say(`${at} of ${folders.length} designs read`);
    seen.push(
      ...(await Promise.all(folders.slice(at, at + foldersAtOnce).map((folder) => lookAtDesign(looker, folder)))),
    );
  }
  return seen;
}

const foldersAtOnce = 16;

async function seeNamed(looker: Looker, name: string, say: Say): Promise<SeenDesign[]> {
  if (existsSync(name)) {
    const [design, ...others] = designsNamed([name]);
    if (others.length === 0 && design) return seeAll(looker, [design], say);
    throw new TipstaffError('usage.looks', `There are several designs in ${name}: name the folder of one of them.`);
  }
  return withProgram(({ store }) => seeStored(store.db, looker, name));
}

async function seeStored(db: Db, looker: Looker, name: string): Promise<SeenDesign[]> {
  const records = [...(await loadRecords(db, await findRecordsCalled(db, name))).values()];
  const design = records.map(({ record }) => record).find((record) => record.type === 'design');
  if (design) return [await lookAtStoredDesign(db, looker, design)];
  throw new TipstaffError('usage.looks', `There is no picture, no folder and no stored design ${name}.`);
}

function requireSome(own: readonly SeenDesign[]): void {
  if (own.some(({ pictures }) => pictures.length > 0)) return;
  const [reason = 'none is stored yet'] = notComparedOf(own).map((one) => one.reason);
  const names = listed(own.map(({ key }) => key));
  throw new TipstaffError('looks.nothingToCompare', `No picture of ${names} can be compared: ${reason}`);
}
