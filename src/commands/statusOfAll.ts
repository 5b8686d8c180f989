import type { ServiceNow } from '../check/admission/servicesNow.ts';
import { pageTimezone } from '../config/pageTimezone.ts';
import { forGood } from '../outbox/muting.ts';
import type { Program } from '../program/program.ts';
import { closingLine, whatIsNotWell } from './allIsWell.ts';
import { minute, zonedMinute } from './momentAsked.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { pauseLine } from './pauseLine.ts';
import { silenceWords } from './silenceWords.ts';
import { gatherStatus, type StatusFacts } from './statusFacts.ts';

/**
 * The status of every watch, what is muted, the open incidents, and whether all is well.
 * @returns the exit code: 1 when it is not.
 */
export async function showAll(program: Program, options: { json?: boolean }): Promise<number> {
  const { watches } = program.config;
  const timezone = pageTimezone(program.config);
  const facts = await gatherStatus(program);
  if (options.json) printJson(facts);
  else {
    printWatches(facts, timezone);
    for (const silence of facts.silences) print(`! ${silenceWords(silence, timezone)}`);
    for (const { id, name } of watches) {
      const pause = facts.pauses.get(id);
      if (pause !== undefined) print(pauseLine(name, pause, timezone));
    }
    for (const mute of facts.mutes) print(muteLine(mute, timezone));
    for (const service of facts.services) print(serviceLine(service, timezone));
    for (const { kind, beganAt, detail } of facts.incidents)
      print(`! ${kind} since ${minute(beganAt, timezone)}: ${detail}`);
    print(closingLine(watches, facts.found));
  }
  return whatIsNotWell(watches, facts.found).length === 0 ? 0 : 1;
}

function printJson({ rows, mutes, services, incidents }: StatusFacts): void {
  printJsonLines(rows);
  printJsonLines(mutes.map(({ label, ...mute }) => ({ muted: label, ...mute })));
  printJsonLines(services);
  printJsonLines(incidents.map(({ kind, ...incident }) => ({ incident: kind, ...incident })));
}

function printWatches({ rows, services }: StatusFacts, timezone: string): void {
  const named = services.length > 0;
  printTable(
    ['WATCH', ...(named ? ['SERVICE'] : []), 'LAST CHECK', 'OUTCOME', 'LAST COMPLETE', 'RECORDS', 'NEXT DUE', 'REASON'],
    rows.map((row) => [
      row.watch,
      ...(named ? [row.service ?? ''] : []),
      minute(row.lastCheckAt, timezone),
      row.outcome ?? 'never checked',
      minute(row.lastCompleteAt, timezone),
      row.foundNothing || 'foundNothingFor' in row ? `${row.records} !` : String(row.records),
      row.paused === null ? minute(row.nextDueAt, timezone) : 'PAUSED',
      row.reason ?? '',
    ]),
  );
}

function muteLine(
  { label, until, author, reason, filteredOut }: StatusFacts['mutes'][number],
  timezone: string,
): string {
  const muted = `${filteredOut} ${filteredOut === 1 ? 'change' : 'changes'} muted`;
  const end = until === forGood ? 'for good' : `until ${zonedMinute(until, timezone)}`;
  return `~ muted ${end}: ${label}, by ${author}, because: ${reason} (${muted})`;
}

function serviceLine({ service, today, thisMonth, budget, suspended }: ServiceNow, timezone: string): string {
  const of = (limit: number | undefined) => (limit === undefined ? '' : ` of ${limit}`);
  const spent = `${today}${of(budget.perDay)} credits today (UTC), ${thisMonth}${of(budget.perMonth)} this month`;
  if (suspended === null) return `  service ${service}: ${spent}`;
  const { since, reason, nextProbeAt } = suspended;
  return `! service ${service}: its key is suspended since ${minute(since, timezone)}: ${reason} Next try ${minute(nextProbeAt, timezone)}; ${spent}`;
}
