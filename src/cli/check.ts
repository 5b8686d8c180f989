import { Command } from 'commander';
import { waitingChannels } from '../alerts/outbox/alertsTable.ts';
import { openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { TipstaffError } from '../base/errors.ts';
import { shorten } from '../base/words/cleanText.ts';
import { counted, madeUp } from '../base/words/sentence.ts';
import type { Service } from '../check/admission/serviceKey.ts';
import { endDueHolds } from '../check/changeHolds.ts';
import { checkNow, type WatchOutcome } from '../check/checkNow.ts';
import type { CheckParts, FoundChange } from '../check/checkParts.ts';
import { pageTimezone, usesSandbox, type WatchConfig } from '../config/config.ts';
import { endObsoleteIncidents } from '../daemon/followWatches.ts';
import type { Program } from '../daemon/program.ts';
import { isOver, untilWords } from '../schedule/holds/holds.ts';
import { loadUnchecked } from '../schedule/holds/holdsTable.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { runningProcesses, sourceWords } from '../store/processes.ts';
import { endsOf, fields, minute, printError, reasonWords, startProgress, table } from './output.ts';
import { interruptible } from './signals.ts';
import { chooseWatches, giveAnswer, openService, withProgram } from './withProgram.ts';

type CheckOptions = { readonly dryRun?: boolean; readonly json?: boolean };

export function checkCommand(): Command {
  return new Command()
    .argument('[id...]', 'watches to check (all of them by default)')
    .option(
      '--dry-run',
      'ask the service (this costs credits) and show what would be reported; store and report nothing',
    )
    .option('--json', 'one JSON object per watch on stdout')
    .addHelpText(
      'after',
      '\nExit code: 0 no check failed (a skipped one does not count), 1 a check failed or an alert stayed ' +
        'undelivered, 2 wrong usage or config.',
    )
    .action(async (ids: string[], options: CheckOptions) => {
      process.exitCode = await withProgram((program) => checkAndDeliver(program, ids, options));
    });
}

async function checkAndDeliver(program: Program, ids: readonly string[], options: CheckOptions): Promise<number> {
  if (!options.dryRun) await endDueHolds(program.store, program.config, program.clock());
  const watches = await withoutUnchecked(program, chooseWatches(program.config, ids), ids.length > 0);
  if (usesSandbox(program.config)) process.stderr.write(`${madeUp}\n`);
  // The service stays open until the alerts are delivered, because emails show pictures from the service.
  const service = await openService(program, { readOnly: options.dryRun === true });
  try {
    const outcomes = await checkWatches(program, service, watches, options);
    const isFailed = outcomes.some(({ outcome }) => outcome === 'failed');
    giveAnswer({ words: wordsOf(outcomes, pageTimezone(program.config)), json: outcomes }, options);
    const undelivered = options.dryRun ? 0 : await deliver(program, service);
    return isFailed || undelivered > 0 ? 1 : 0;
  } finally {
    await service.close();
  }
}

async function withoutUnchecked({ store, config, clock }: Program, watches: readonly WatchConfig[], byName: boolean) {
  const unchecked = await loadUnchecked(store.db);
  const held = watches.flatMap(({ id }) => unchecked.get(id) ?? []).filter((hold) => !isOver(hold, clock()));
  if (held.length === 0) return watches;
  const show = endsOf(pageTimezone(config));
  const words = held.map((hold) => `${hold.watchId} ${untilWords(hold, show)}`).join(', ');
  const how = 'To check it anyway: tipstaff watches resume ID';
  if (byName) throw new TipstaffError('usage.paused', `Paused, and not checked: ${words}. ${how}`);
  printError(`Paused, and not checked: ${words}. ${how}`);
  return watches.filter(({ id }) => !held.some((hold) => hold.watchId === id));
}

async function checkWatches(
  program: Program,
  service: Service,
  watches: readonly WatchConfig[],
  options: CheckOptions,
): Promise<WatchOutcome[]> {
  // A dry run stores nothing, the config included.
  if (!options.dryRun) await bringConfig(program);
  const progress = startProgress();
  const { client, keepPictures } = service;
  const parts: CheckParts = { ...program, client, keepPictures };
  const onChecked = (done: number, of: number) => progress.say(`checked ${done} of ${of} queries`);
  const { dryRun } = options;
  return interruptible((signal) => checkNow(parts, watches, { signal, dryRun, onChecked })).finally(progress.end);
}

/** @throws TipstaffError `config.older` if a daemon is running with another config */
async function bringConfig(program: Program): Promise<void> {
  const { store, config, clock } = program;
  const { newer } = await syncWatches(store, config, clock(), { moment: 'command' });
  if (newer === undefined) return endObsoleteIncidents(program);
  const broughtAt = minute(newer.broughtAt, pageTimezone(config));
  throw new TipstaffError(
    'config.older',
    `The daemons on ${store.name} run with another config than ${config.file}, since ${broughtAt}` +
      `${sourceWords(newer)}. Check with the same file and variables. If theirs are a mistake, correct them there ` +
      'and restart the daemons.',
  );
}

async function deliver(program: Program, service: Service): Promise<number> {
  const { db } = program.store;
  // Most checks find nothing, so they need not load the channels and their code.
  if ((await waitingChannels(db)).length === 0 && (await openIncidents(db)).length === 0) return 0;
  const { openDelivery } = await import('../daemon/program.ts');
  const { deliverWithNotices } = await import('../alerts/outbox/deliver.ts');
  const { parts, close } = await openDelivery(program, service);
  const stayed = await interruptible((signal) => deliverWithNotices(parts, signal)).finally(close);
  if (stayed === 0) return 0;
  const running = await runningProcesses(db, program.clock());
  const next = running.some(({ roles }) => roles.includes('deliver'))
    ? 'The running daemon tries again, except what the server rejected'
    : 'To try again: tipstaff alerts retry';
  printError(`${counted(stayed, 'alert')} stayed undelivered. Why: tipstaff alerts --undelivered. ${next}.`);
  return stayed;
}

function wordsOf(outcomes: readonly WatchOutcome[], timezone: string) {
  const columns = {
    ...fields('watch', 'outcome', 'hits', 'changes', 'requests', 'credits'),
    REASON: ({ reason }: WatchOutcome) => reason && reasonWords(reason, timezone),
  };
  const found = outcomes.flatMap(({ watch, wouldReport = [] }) =>
    wouldReport.map(
      ({ kind, label, title, entry }) => `${watch}: would report ${kind} ${label} ${title}${entryWords(entry)}`,
    ),
  );
  return [table(outcomes, columns), ...found];
}

const longestEntry = 100;

function entryWords(entry: FoundChange['entry']): string {
  if (entry === undefined) return '';
  const number = entry.documentNumber === '' ? '' : ` (D.I. ${entry.documentNumber})`;
  return `${number}: ${shorten(entry.description, longestEntry)}`;
}
