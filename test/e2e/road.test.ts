import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Machine, openMachine } from './machine.ts';

/** What a reader may have to open to follow one check, from its due time to the row of its alert (CONTRIBUTING.md). */
const filesAtMost = 60;

/** `src/reading` and `src/dates` stand behind one call each: a road of their own. */
const counted = /^src\/(check|schedule|service|snapshot|diff|database|records|outbox|message|words|http)\//;

/** What runs beside every check: the delivery loop, the seconds and the clock, the look for edited watches, the driver of the database. */
const notCounted = [
  /^src\/outbox\/(deliver|deliverChannel|deliveryOutcome|releaseBatches)\.ts$/,
  /^src\/(database\/claims\/claimAlert|outbox\/channelsTable)\.ts$/,
  /^src\/schedule\/(syncWatches|impossibleTimes)\.ts$/,
  /^src\/config\/ownWatchesTable\.ts$/,
  // Who runs, and with what config.
  /^src\/database\/(processes|migrate)\.ts$/,
  /^src\/database\/sqlite\//,
  // Pictures of designs are fetched beside the checks.
  /^src\/snapshot\/picturesTable\.ts$/,
  // The search reads what was committed.
  /^src\/(find|database\/words)\//,
  /^src\/words\/cleanText\.ts$/,
  /^src\/records\/(courts|locarno)\.ts$/,
];

/** What the search calls of files that a check may open for others: it reads now or a moment later. */
const ofTheSearch: readonly string[] = ['readDocketNumber', 'rightNumber'];

const root = resolve(import.meta.dirname, '../..');

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 1000) throw new Error(`in vain: ${isSo}`);
    await after(10);
  }
}

function countRows(machine: Machine, table: 'checks' | 'alerts'): number {
  const database = new SQLite(machine.database, { readonly: true, fileMustExist: true });
  try {
    return database.prepare<[], { rows: number }>(`select count(*) as rows from ${table}`).get()?.rows ?? 0;
  } finally {
    database.close();
  }
}

/** Makes the program write down what ran since it was asked last, whenever the file `take` is there. */
function takerOf(folder: string): { file: string; take(): Promise<void> } {
  const [file, request] = [join(folder, 'taker.mjs'), join(folder, 'take')];
  writeFileSync(
    file,
    `import { existsSync, unlinkSync } from 'node:fs';
     import { takeCoverage } from 'node:v8';
     const request = ${JSON.stringify(request)};
     setInterval(() => { if (existsSync(request)) { takeCoverage(); unlinkSync(request); } }, 5).unref();`,
  );
  return {
    file,
    take: () => {
      writeFileSync(request, '');
      return until(() => !existsSync(request));
    },
  };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** The files of which a function ran; that a module was loaded (its range begins at 0) does not count. */
function filesThatRan(coverage: Coverage): string[] {
  const ran = coverage.result.filter(({ functions }) =>
    functions.some(
      ({ functionName, ranges: [whole] }) =>
        whole !== undefined && whole.startOffset > 0 && whole.count > 0 && !ofTheSearch.includes(functionName),
    ),
  );
  return ran.map(({ url }) => url.replace(`file://${root}/`, '')).sort();
}

it(`one check that finds a new entry is followed in ${filesAtMost} files, from due time to alert row`, async () => {
  const machine = await openMachine({
    http: { port: 0 },
    spreadSeconds: 0,
    operators: [],
    channels: { inbox: { type: 'feed', file: './feed.atom', digest: '0 0 1 1 *' } },
    defaults: { notify: ['inbox'], schedule: '* * * * * *', announce: false },
    watches: [{ id: 'widget', dockets: { patentNumber: '6834603' } }],
  });
  machine.service.dockets = [docketWith([entryHit(1)])];
  const taker = takerOf(machine.folder);
  const folder = join(machine.folder, 'coverage');
  const done = Promise.withResolvers<void>();
  const env = { NODE_V8_COVERAGE: folder, NODE_OPTIONS: `--import ${taker.file}` };
  const running = machine.run(['run'], { env, killWhen: done.promise });
  try {
    await until(() => machine.service.calls.length > 0);
    await until(() => countRows(machine, 'checks') > 1);
    await taker.take();
    for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
    machine.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
    await until(() => countRows(machine, 'alerts') > 0);
    await taker.take();
  } finally {
    done.resolve();
    await running;
  }
  const [name = ''] = readdirSync(folder);
  const files = filesThatRan(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage);
  const road = files.filter((file) => counted.test(file) && !notCounted.some((pattern) => pattern.test(file)));
  expect(road).toContain('src/check/commitResult.ts');
  expect(road).toContain('src/outbox/alertsTable.ts');
  expect(road.length, road.join('\n')).toBeLessThanOrEqual(filesAtMost);
});
