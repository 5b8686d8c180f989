import { z } from 'zod';
import type { BeforeRecord } from '../check/compare/compareRecords.ts';
import { type BeforeState, beforePage } from '../check/evidence/checkEvidence.ts';
import { loadQuery } from '../database/claims/queries.ts';
import type { Db } from '../database/store.ts';
import { TipstaffError } from '../errors.ts';
import type { Query } from '../service/query.ts';
import { loadCheck } from '../snapshot/checksTable.ts';
import { loadRawResponses } from '../snapshot/rawResponsesTable.ts';

/** Everything that a check compared: enough to compare it again anywhere, and to attach to a bug report. */
export interface ReplayBundle {
  readonly check: {
    readonly id: number;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly outcome: string;
    readonly reason?: string | null | undefined;
  };
  readonly query: Query;
  /** The responses in the order in which they came, as text. */
  readonly pages: readonly { readonly from: number; readonly body: string }[];
  readonly before?: BeforeState | undefined;
}

const shape = z.object({
  check: z.object({
    id: z.number(),
    startedAt: z.string(),
    endedAt: z.string(),
    outcome: z.string(),
    reason: z.string().nullish(),
  }),
  query: z.object({
    id: z.string(),
    operation: z.enum(['pacer', 'wipo']),
    body: z.record(z.string(), z.union([z.string(), z.boolean()])),
    filter: z.object({ courts: z.array(z.string()), wholeWord: z.boolean() }).optional(),
  }),
  pages: z.array(z.object({ from: z.number(), body: z.string() })),
  before: z
    .custom<StoredBefore>((value) => typeof value === 'object')
    .transform(withTodaysNames)
    .optional(),
});

/** @throws TipstaffError `usage.replay` when the check is unknown, or its responses were not kept. */
export async function loadBundle(db: Db, checkId: number): Promise<ReplayBundle> {
  const check = await loadCheck(db, checkId);
  const query = check && (await loadQuery(db, check.queryId));
  if (check === undefined || query === undefined) {
    throw new TipstaffError(
      'usage.replay',
      `There is no check ${checkId}. tipstaff status ID lists the checks of a watch.`,
    );
  }
  const responses = await loadRawResponses(db, checkId);
  if (responses.length === 0) {
    throw new TipstaffError(
      'usage.replay',
      check.outcome === 'failed'
        ? `Check ${checkId} failed without a response that could be kept: ${check.reason}`
        : `The responses of check ${checkId} are not kept: they are for checks that found something, were partial or failed, and for retainRawDays only.`,
    );
  }
  const { id, startedAt, endedAt, outcome, reason } = check;
  return {
    check: { id, startedAt, endedAt, outcome, reason },
    query: { id: query.id, operation: query.operation, body: query.body, filter: query.filter },
    pages: responses
      .filter((response) => response.page > beforePage)
      .map((response) => ({ from: fromOf(response.request), body: response.bytes.toString('utf8') })),
    before: beforeOf(responses),
  };
}

type KeptResponses = Awaited<ReturnType<typeof loadRawResponses>>;

/** The state before the check. Versions before 0.2.0 kept some of very many records separately, and called the watches' queries ties. */
function beforeOf(responses: KeptResponses): BeforeState | undefined {
  const state = responses.find((response) => response.page === beforePage);
  if (state === undefined) return undefined;
  const parts = responses.filter((response) => response.page < beforePage).toReversed();
  const { records = [], ...prior } = withTodaysNames(parsed<StoredBefore>(state.bytes));
  return { ...prior, records: [...records, ...parts.flatMap((part) => parsed<BeforeRecord[]>(part.bytes))] };
}

/** The stored state may lack its records, and an earlier version called its watches' queries ties. */
type StoredBefore = Omit<BeforeState, 'watchQueries'> & {
  readonly [K in 'watchQueries' | 'ties']?: BeforeState['watchQueries'];
};

function withTodaysNames({ ties, ...before }: StoredBefore): BeforeState {
  return { ...before, watchQueries: before.watchQueries ?? ties ?? [] };
}

function parsed<T>(bytes: Buffer): T {
  return JSON.parse(bytes.toString('utf8')) as T;
}

/** @throws TipstaffError `usage.replay` when the text is no bundle. */
export function parseBundle(text: string): ReplayBundle {
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new TipstaffError('usage.replay', 'The file is not what tipstaff replay --export writes.', { cause });
  }
}

function fromOf(request: unknown): number {
  const parsed = z.object({ from: z.number() }).safeParse(request);
  return parsed.success ? parsed.data.from : 0;
}
