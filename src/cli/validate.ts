import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { nearMisses } from '../alerts/message/gatherCoverage.ts';
import { ConfigError, codeOf, TipstaffError } from '../base/errors.ts';
import { packageFolder } from '../base/version.ts';
import { counted, listedUpTo } from '../base/words/sentence.ts';
import type { Silence } from '../check/audience/announceBaseline.ts';
import { figuresOfOwn, readFolder } from '../check/likeness/ownDesigns.ts';
import { type Config, isLimit, maskedConfig, usesSandbox, type WatchConfig } from '../config/config.ts';
import { jsonSchema } from '../config/jsonSchema.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { rightNumber } from '../records/design.ts';
import { type CostFacts, costsAhead, isOverBudget, loadCostFacts, neverPaid, noCostFacts } from '../schedule/costs.ts';
import { queriesOf } from '../schedule/syncWatches.ts';
import { readOnly } from '../store/openStore.ts';
import { findDesignsNumbered } from '../store/snapshot/listRecordsQueries.ts';
import type { Db } from '../store/store.ts';
import { minute, print } from './output.ts';
import { type Answer, giveAnswer } from './withProgram.ts';

interface ValidateOptions {
  readonly json?: boolean;
  readonly show?: boolean;
  readonly schema?: boolean;
}

export function validateCommand(): Command {
  return new Command()
    .option('--json', 'one JSON object on one line')
    .option('--show', 'print the effective config, defaults filled in and secrets hidden')
    .option('--schema', 'print the JSON Schema of watches.yaml, for editors, and check nothing')
    .action(async (options: ValidateOptions) => giveAnswer(await validate(options), options));
}

async function validate({ show, schema }: ValidateOptions): Promise<Answer> {
  if (schema) return { words: pretty(jsonSchema()), json: jsonSchema() };
  try {
    return await answerFor(loadConfig({ env: process.env, cwd: process.cwd() }), show);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const mistakes = error.mistakes.map(({ text }) => text);
    const warnings = error.warnings.map((warning) => warning.text);
    const errors = [...mistakes, ...warnings.map(asWarning), counted(mistakes.length, 'mistake')];
    return { words: [], errors, json: { ok: false, mistakes: error.mistakes, warnings }, exitCode: 2 };
  }
}

const pretty = (value: object): string[] => JSON.stringify(value, undefined, 2).split('\n');
const asWarning = (words: string): string => `warning: ${words}`;

async function answerFor(config: Config, show = false): Promise<Answer> {
  const costFacts = (await readOnly(config.database, (db) => loadCostFacts(db, new Date()))) ?? noCostFacts;
  const counts = count(config);
  const warnings = [
    ...config.warnings,
    ...budgetWarnings(config, costFacts),
    ...config.watches.flatMap(folderWarnings),
  ];
  const summary = summaryOf(config, counts, warnings.length);
  const errors = [...config.readings, ...warnings.map(asWarning)];
  const { readings } = config;
  const json = { ok: true, ...counts, sandbox: usesSandbox(config), warnings, readings };
  if (!show) return { words: summary, errors, json };
  const shown = maskedConfig(config);
  return { words: pretty(shown), errors: [...errors, summary], json: { ...json, config: shown } };
}

function summaryOf(config: Config, { watches, queries, channels }: ReturnType<typeof count>, warnings: number): string {
  const state = warnings === 0 ? 'all well' : `well, with ${counted(warnings, 'warning')}`;
  const fiction = usesSandbox(config) ? ', but this uses the built-in sandbox: made-up records' : '';
  const parts = [counted(watches, 'watch', 'watches'), counted(queries, 'query'), counted(channels, 'channel')];
  return `${parts.join(', ')}: ${state}${fiction}`;
}

function count(config: Config) {
  const queries = new Set(config.watches.flatMap(queriesOf).map((query) => query.id));
  const channels = Object.keys(config.channels).length;
  return { file: config.file, watches: config.watches.length, queries: queries.size, channels };
}

function folderWarnings({ id, similarTo }: WatchConfig): string[] {
  return readFolder(similarTo?.pictures).problems.map((problem) => `watch ${id}: ${problem}`);
}

function budgetWarnings(config: Config, facts: CostFacts): string[] {
  if (![config, ...config.watches].some(({ budget }) => isLimit(budget))) return [];
  const costs = costsAhead(config, facts, new Date());
  const own = costs.watches.filter(({ isOverOwnBudget }) => isOverOwnBudget).map(({ watch }) => watch);
  const over = [
    ...(isOverBudget(costs, config.budget) ? ['The schedules cost more than the budget'] : []),
    ...(own.length > 0 ? [`Over their own budget: ${own.join(', ')}`] : []),
  ];
  return [
    ...[...neverPaid(config, costs)].map(([watch, why]) => `${watch} is never checked: ${why}`),
    ...over.map((words) => `${words}: checks will be skipped. See: tipstaff plan`),
  ];
}

export function doctorCommand(): Command {
  return new Command()
    .option('--json', 'one JSON object per line: check, state (ok, warning, failed), detail, todo')
    .addHelpText(
      'after',
      '\nSends no message, makes no paid call and writes nothing. Only a paid call shows whether the service accepts ' +
        'the token:' +
        '\nits last response is shown. Exit code: 0, also with warnings; 1 if something failed.',
    )
    .action(async (options: { json?: boolean }) => giveAnswer(await examineAll(), options));
}

async function examineAll(): Promise<Answer> {
  // Loads the channels and the web, which `validate` does not need.
  const { examine } = await import('./doctor/examine.ts');
  const findings = await examine({ env: process.env, cwd: process.cwd(), clock: () => new Date() });
  const words = findings.flatMap(({ check, state, detail, todo }) => [
    `${state.padEnd('warning'.length)}  ${check}: ${detail}`,
    ...(todo === null ? [] : [`         → ${todo}`]),
  ]);
  return { words, json: findings, exitCode: findings.some(({ state }) => state === 'failed') ? 1 : 0 };
}

export const initCommand = (): Command => new Command().action(() => writeFiles(process.cwd()));

const files = ['watches.yaml', 'watches.schema.json', '.env.example'] as const;

async function writeFiles(folder: string): Promise<void> {
  for (const file of files) {
    try {
      await copyFile(join(packageFolder, file), join(folder, file), constants.COPYFILE_EXCL);
      print(`Wrote ${file}.`);
    } catch (error) {
      const code = codeOf(error);
      const why = code === '' ? '' : ` (${code})`;
      const words = `${join(folder, file)} cannot be written${why}. Run tipstaff init in a directory of your own.`;
      if (code !== 'EEXIST') throw new TipstaffError('usage.init', words);
      print(`Left ${file} as it is: it exists already.`);
    }
  }
  print(
    'Next: copy .env.example to .env and fill it in; load it (set -a; . ./.env; set +a); edit watches.yaml; then run',
  );
  print('tipstaff validate.');
}

export type ExplainedSilence = Awaited<ReturnType<typeof withNearMisses>>[number];

export async function withNearMisses(db: Db, silences: readonly Silence[]) {
  const all = silences.flatMap(({ searches }) => searches);
  const found = await nearMisses(db, all);
  return silences.map((one) => {
    return { ...one, near: [...new Set(one.searches.flatMap((search) => found.get(search) ?? []))] };
  });
}

/** `dead has found NOTHING since …`: otherwise a watch that can find nothing would look healthy. */
export function silenceWords(
  { watchId, isPart, asks, since, filteredOut, advice, near }: ExplainedSilence,
  timezone: string,
): string {
  const what = `${watchId} has found NOTHING${isPart ? ` for ${asks}` : ''}`;
  const firstCheck = `its first complete check, ${minute(since, timezone)}${isPart ? '' : ` (${asks})`}`;
  const filtered = filteredOut === 0 ? '' : ` ${counted(filteredOut, 'hit')} filtered out: tipstaff status ${watchId}.`;
  const begin = `${what} since ${firstCheck}.${filtered}`;
  return [begin, ...advice, ...near, 'If you expected hits, correct the watch.'].join(' ');
}

/** Names the own designs of `similarTo` watches that cannot be compared, because they have no picture. */
export async function notComparedWords(db: Db, watches: readonly WatchConfig[]): Promise<string[]> {
  const lines: string[] = [];
  for (const watch of watches.filter(({ similarTo }) => similarTo !== undefined)) {
    const figures = await figuresOfOwn(db, watch);
    const unseen = [...figures].flatMap(([own, count]) => (count === 0 ? [own] : []));
    // Pictures of a design that a watch holds come by themselves.
    const held = await findDesignsNumbered(db, unseen);
    const numbers = held.map((design) => rightNumber(design.registrationNumber ?? ''));
    const without = unseen.filter((own) => !numbers.includes(rightNumber(own)));
    if (figures.size === 0) lines.push(`! ${watch.id} compares nothing yet: the daemon has read no design of yours.`);
    if (without.length === 0) continue;
    lines.push(
      `! ${watch.id} compares nothing with ${listedUpTo(3, without)}: no watch has found it yet. If none ` +
        'does, watch the number, or add pictures (docs/looks.md).',
    );
  }
  return lines;
}
