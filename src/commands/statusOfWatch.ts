import type { WatchConfig } from '../config/config.ts';
import { filtersHits, whyFiltered } from '../config/filtersHits.ts';
import { pageTimezone } from '../config/pageTimezone.ts';
import { nameAmongSeveral } from '../config/serviceOf.ts';
import type { Program } from '../program/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { queriesOf } from '../schedule/planSync.ts';
import type { Query } from '../search/query.ts';
import { type CheckRow, checksOf } from '../store/ledger/checks.ts';
import { listPauses } from '../store/queue/pauses.ts';
import type { Db } from '../store/store.ts';
import { excludedRecords } from '../store/views/excludedRecords.ts';
import { counted, listed } from '../words/counted.ts';
import { print, printJsonLines } from './output.ts';
import { pauseLine } from './pauseLine.ts';
import { phasesOfWatches } from './phaseOfWatch.ts';

const checksShown = 10;

/** One watch in detail: for each of its queries the last checks with their evidence, and on request what is filtered out. */
export async function showWatch(
  program: Program,
  watch: WatchConfig,
  options: { json?: boolean; heldBack?: boolean },
): Promise<void> {
  if (!options.json) {
    const pause = (await listPauses(program.store.db)).get(watch.id);
    if (pause !== undefined) print(pauseLine(watch.name, pause, pageTimezone(program.config)));
    await printPhase(program, watch);
  }
  const service = nameAmongSeveral(program.config, watch.service);
  const asked = service === undefined ? '' : `, asked of service ${service}`;
  for (const query of queriesOf(watch)) {
    const checks = await checksOf(program.store.db, query.id, checksShown);
    const filteredOut = filtersHits(watch) ? await filteredOutBy(program.store.db, query) : [];
    if (options.json) {
      printJsonLines(options.heldBack ? filteredOut : checks);
      continue;
    }
    print(`${watch.id}: ${query.operation} ${JSON.stringify(query.body)}${filterWords(query)}${asked}`);
    if (options.heldBack) for (const record of filteredOut) print(`  filtered out: ${record.label} ${record.title}`);
    else if (checks.length === 0) print(`  not checked yet; to check it now: tipstaff check ${watch.id}`);
    else for (const check of checks) for (const line of wordsOf(check)) print(`  ${line}`);
    if (filtersHits(watch) && !options.heldBack)
      print(`  filtered out (${whyFiltered(watch)}): ${filteredOut.length} (--held-back lists them)`);
  }
}

/** Which hits count, where Tipstaff and not the service decides that. */
function filterWords({ filter }: Query): string {
  return filter === undefined ? '' : `, of which count those of ${listed(filter.courts)}`;
}

/** Where the case stands, for a watch that holds one. */
async function printPhase({ store }: Program, watch: WatchConfig): Promise<void> {
  const found = (await phasesOfWatches(store.db, [watch])).get(watch.id);
  if (found === undefined) return;
  const entry = found.phaseEntry;
  const source = entry === null ? 'the docket' : `entry ${entry.documentNumber || 'without a number'}`;
  print(`${watch.id}: ${found.phase}${found.phaseSince === '' ? '' : ` since ${found.phaseSince}`} (${source})`);
}

async function filteredOutBy(db: Db, query: Query): Promise<{ key: string; label: string; title: string }[]> {
  return (await excludedRecords(db, query.id)).map((record) => ({
    key: record.key,
    label: labelOf(record),
    title: record.type === 'design' ? `${titleOf(record)} (${record.holders?.join('; ') ?? ''})` : titleOf(record),
  }));
}

function wordsOf(check: CheckRow): string[] {
  const { evidence } = check;
  const ofAll = check.total === null ? 'not counted by the service' : `of ${check.total} counted`;
  const cost = `${counted(check.requests, 'request')}, ${counted(check.credits, 'credit')}`;
  return [
    `check ${check.id} ${check.endedAt.slice(0, 19)}Z ${check.outcome}: ${counted(check.hits, 'hit')} ${ofAll}; ${cost}${check.reason ? `; ${check.reason}` : ''}`,
    ...(evidence.pages ?? []).map(
      ([from, asked, arrived, total]) =>
        `    page from ${from}: asked ${asked}, came ${arrived}, total ${total ?? 'unknown'}`,
    ),
    ...(evidence.windows ?? []).map(([key, shown, total]) => `    docket ${key}: ${shown} of ${total} entries shown`),
    ...(evidence.unreadable ?? []).map(({ path, reason }) => `    unreadable ${path}: ${reason}`),
    ...(evidence.filteredOut === undefined ? [] : [`    filtered out: ${evidence.filteredOut}`]),
    ...(evidence.suspicion === undefined ? [] : [`    suspicious: ${evidence.suspicion}`]),
    ...(evidence.same ? ['    byte for byte the last complete result'] : []),
  ];
}
