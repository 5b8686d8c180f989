import type { EntryParts } from '../entryParts.ts';
import type { EntryOutcome, EntryType } from '../entryReading.ts';
import type { Rule } from '../rule.ts';
import { outcomeRules } from './outcomeRules.ts';

export interface OutcomeRead {
  readonly outcome: EntryOutcome;
  readonly rule: string;
}

const decisions: ReadonlySet<EntryType> = new Set(['order', 'judgment', 'report']);

// What is only possible, past, somebody's wish, or the name of a paper decides nothing.
const undecided =
  /\b(?:why|if|whether|unless|until|should|may|might|not be|to be|cannot|will|would|could|requesting|seeking|proposed order|previously|having been|text of proposed order|hearing (?:is |on )?(?:hereby )?)[^.;]{0,60}$/;

/** What the court decided; undefined for a filing that decides nothing, and for a decision without any of the words. */
export function readOutcome(type: EntryType, parts: EntryParts): OutcomeRead | undefined {
  if (!decisions.has(type)) return undefined;
  const body = parts.body.slice(0, 1500);
  const said = new Map<EntryOutcome, Rule<EntryOutcome>>();
  for (const rule of outcomeRules) {
    if (saidIn(body, rule) && !said.has(rule.sense)) said.set(rule.sense, rule);
  }
  return settle(said, body);
}

function saidIn(body: string, rule: Rule<EntryOutcome>): boolean {
  const every = new RegExp(rule.pattern, 'g');
  for (let found = every.exec(body), count = 0; found && count < 6; found = every.exec(body), count += 1) {
    if (!undecided.test(body.slice(Math.max(0, found.index - 80), found.index))) return true;
  }
  return false;
}

/** Several words of decision become one outcome. */
function settle(said: ReadonlyMap<EntryOutcome, Rule<EntryOutcome>>, _body: string): OutcomeRead | undefined {
  const as = (outcome: EntryOutcome, by: EntryOutcome = outcome): OutcomeRead => ({
    outcome,
    rule: said.get(by)?.name ?? outcome,
  });
  if (said.has('granted in part')) return as('granted in part');
  if (said.has('reversed')) return as('reversed');
  if (said.has('dismissed') && !said.has('denied')) return as('dismissed');
  const granted = said.has('granted');
  const denied = said.has('denied');
  if (said.has('moot')) return granted ? as('granted in part', 'granted') : as('moot');
  if (granted && denied) return as('granted in part', 'granted');
  if (granted) return as('granted');
  if (denied) return as('denied');
  for (const outcome of ['dismissed', 'withdrawn', 'deferred'] as const) if (said.has(outcome)) return as(outcome);
  return undefined;
}
