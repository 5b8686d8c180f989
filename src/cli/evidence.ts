import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TipstaffError, whyUnwritable } from '../base/errors.ts';
import { nobodySignedIn } from '../base/words/watchWords.ts';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { sightOf } from '../people/sight.ts';
import { findRecordsCalled } from '../store/snapshot/listRecordsQueries.ts';
import { fingerprintOf, makeEvidence, publicPem, signingKey, verifyEvidence } from '../web/evidence/evidenceFile.ts';
import { why } from '../web/evidence/why.ts';
import { type Reason, whyChange } from '../web/evidence/whyChange.ts';
import { knownMatters, noMatterWords } from './changes.ts';
import { minute, print, printJsonLines, reasonWords, table } from './output.ts';
import { type Answer, answering, everything, readWith } from './withProgram.ts';

interface Options {
  readonly matter?: string;
  readonly from?: string;
  readonly until?: string;
  readonly out?: string;
  readonly verify?: string;
  readonly key?: string;
  readonly publicKey?: boolean;
  readonly json?: boolean;
}

export function evidenceCommand(): Command {
  return new Command()
    .option('--matter <name>', 'the matter')
    .option('--from <day>', 'the first day, e.g. 2026-11-01 (UTC)')
    .option('--until <day>', 'the last day, included (UTC)')
    .option('--out <file>', 'the ZIP to write, a file that does not exist yet')
    .option('--verify <file>', 'verify this file, instead of writing one')
    .option('--key <fingerprint>', 'with --verify: the key that must have signed it')
    .option('--public-key', 'print the public key of this installation and its fingerprint, instead of writing one')
    .option('--json', 'one JSON object on stdout')
    .action((options: Options, command: Command) => {
      if (options.verify !== undefined) return verifyFile(options.verify, options);
      return answering(options.publicKey ? showKey : write)(options, command);
    });
}

async function write({ store, config, clock }: Program, { matter, from, until, out }: Options): Promise<Answer> {
  if (matter === undefined || from === undefined || until === undefined || out === undefined) {
    const words = 'Give the matter, the days and the file: --matter NAME --from DAY --until DAY --out FILE';
    throw new TipstaffError('usage.evidence', words);
  }
  const known = await knownMatters(store.db, config);
  if (!known.has(matter)) throw new TipstaffError('usage.matter', noMatterWords(matter, known));
  const { zip, manifest, fingerprint, checks } = await makeEvidence(
    store,
    config,
    { matter, from, until, who: nobodySignedIn, confidential: true },
    clock(),
  );
  const file = resolve(out);
  try {
    writeFileSync(file, zip, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new TipstaffError('evidence.write', `${file} cannot be written: ${whyUnwritable(cause)}`, { cause });
  }
  return {
    words: [
      `Wrote ${file}: ${periodWords(manifest)}.`,
      ...(checks === 0 ? ['It has 0 checks: nothing was checked in this period.'] : []),
      `Signed with the key ${fingerprint}`,
    ],
    json: { file, bytes: zip.length, files: manifest.files.length, key: fingerprint },
  };
}

const utc = (instant: string): string => minute(instant, 'UTC');
const periodWords = ({ from, until }: { from: string; until: string }) => `${utc(from)} to ${utc(until)}`;

async function showKey({ store }: Program): Promise<Answer> {
  const secret = await signingKey(store);
  const [key, pem] = [fingerprintOf(secret), publicPem(secret)];
  return { words: [...pem.trimEnd().split('\n'), key], json: { key, pem } };
}

async function verifyFile(file: string, { key, json }: Options): Promise<void> {
  const { manifest, fingerprint, problems } = verifyEvidence(
    readWith((path) => readFileSync(path), file, 'usage.evidence'),
  );
  const isOther =
    key !== undefined && fingerprint !== undefined && key.replace(/[\s:]/g, '').toLowerCase() !== fingerprint;
  const all = isOther ? [...problems, `another key signed it: ${fingerprint}, not ${key}`] : problems;
  const intact = all.length === 0;
  const facts = { file, intact, key: fingerprint ?? null, matter: manifest?.matter ?? null, problems: all };
  if (json) printJsonLines([facts]);
  if (!intact) throw new TipstaffError('evidence.changed', `${file} proves nothing: ${all.join('; ')}.`);
  if (json || manifest === undefined) return;
  print(`${file} is as it was signed: ${manifest.matter}, ${periodWords(manifest)}, made ${utc(manifest.madeAt)}.`);
  print(`Signed with the key ${fingerprint}`);
  if (key === undefined) print('Compare it with the fingerprint that the signer gives you (README.txt in the file).');
}

export function explainCommand(): Command {
  return new Command()
    .argument('<asked...>', 'the id of a change, as tipstaff changes lists them; else a key, a number or a name')
    .option('--json', 'one JSON object per reason on stdout')
    .action(answering(explain));
}

async function explain(program: Program, asked: readonly string[]): Promise<Answer> {
  const reasons = await reasonsFor(program, asked.join(' '));
  const timezone = pageTimezone(program.config);
  const words = table(reasons, {
    STEP: ({ step }) => step,
    WHAT: ({ name, what }) => reasonWords(program.redact(name === undefined ? what : `${name} ${what}`), timezone),
  });
  return { words, json: reasons.map(({ of: _, ...reason }) => reason) };
}

/** Patents and registrations have longer numbers than this. A shorter one would match parts of other numbers. */
const shortestRecordNumber = 6;

async function reasonsFor({ store: { db }, config }: Program, asked: string): Promise<Reason[]> {
  const isNumber = /^\d{1,15}$/.test(asked);
  const ofChange = isNumber ? await whyChange(db, config, Number(asked)) : undefined;
  if (ofChange !== undefined) return ofChange;
  const isShort = isNumber && asked.length < shortestRecordNumber;
  if (isShort && (await findRecordsCalled(db, asked)).length === 0)
    throw new TipstaffError(
      'usage.change',
      `There is no change ${asked}. See: tipstaff changes. Of a record, give its key, its whole number or its name.`,
    );
  const ofWatch = config.watches.some(({ id }) => id === asked)
    ? [{ step: 'watch', name: asked, what: `is the id of a watch. See: tipstaff status ${asked}` }]
    : [];
  const ofName = [...ofWatch, ...(await why(db, sightOf(config, everything), asked))];
  const what = `There is no change ${asked} (tipstaff changes lists them). As a key, a number or a name:`;
  return isNumber ? [{ step: 'change', what }, ...ofName] : ofName;
}
