import SQLite from 'better-sqlite3';
import { designAnswer, docketAnswer } from './parts/answers.ts';
import type { Benchmark, Figure } from './parts/figures.ts';
import { startServer } from './parts/startServer.ts';
import { captureStatements, useEverything } from './parts/statements.ts';
import { openWorkshop, type Workshop } from './parts/workshop.ts';

export const benchmark: Benchmark = {
  title: 'Indexes, and how many of the statements of checks, delivery and listings read by them',
  async measure() {
    const server = await startServer();
    const answers = [0, 1, 2].map((newEntries) => docketAnswer({ dockets: 3, entries: 5, newEntries }));
    await server.stock(
      { name: 'Every Docket', answers },
      { name: 'Every Design', answers: [2, 3, 4].map((designs) => designAnswer({ designs })) },
    );
    const watches = [
      { id: 'dockets', dockets: { companyName: 'Every Docket' } },
      { id: 'designs', designs: { source: 'HAGUE', holder: 'Every Design' } },
    ];
    // With a budget, checks look at what others have set aside.
    const workshop = await openWorkshop(server.url, { watches, budget: { perDay: 1_000_000 } });
    const statements = await captureStatements(() => useEverything(workshop, ['dockets', 'designs']));
    const figures = readersOfIndexes(workshop, statements);
    await workshop.close();
    server.stop();
    return figures;
  },
};

function readersOfIndexes({ config }: Workshop, statements: ReadonlySet<string>): Figure[] {
  const connection = new SQLite(config.database, { readonly: true });
  const plans = [...statements].map((statement) => planOf(connection, statement));
  const indexes = connection
    .prepare("select name from sqlite_schema where type = 'index' and sql is not null order by name")
    .pluck()
    .all() as string[];
  const figures = indexes.map((name): Figure => {
    const readers = plans.filter((plan) => new RegExp(`INDEX ${name}\\b`).test(plan.text));
    const example = readers[0]?.text.split('; ').find((step) => step.includes(name));
    return { what: name, measured: readers.length, unit: 'count', note: example ?? 'READ BY NONE' };
  });
  connection.close();
  const scans = plans.filter((plan) =>
    /SCAN (queries|records|entries|memberships|changes|checks)\b(?! USING)/.test(plan.text),
  );
  const note = scans.map((plan) => plan.statement.slice(0, 90)).join(' | ') || undefined;
  return [
    ...figures,
    { what: 'statements that read a large table whole', measured: scans.length, unit: 'count', note },
  ];
}

function planOf(connection: SQLite.Database, statement: string): { statement: string; text: string } {
  const nulls = Array.from({ length: statement.split('?').length - 1 }, () => null);
  const steps = connection.prepare(`explain query plan ${statement}`).all(...nulls) as { detail: string }[];
  return { statement, text: steps.map((step) => step.detail).join('; ') };
}
