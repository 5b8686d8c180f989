import type { Watches } from '../check/audience/recipients.ts';
import { commitResult } from '../check/commitResult.ts';
import type { Config } from '../config/config.ts';
import { serviceOf } from '../config/config.ts';
import { loadQuery } from '../database/claims/queries.ts';
import { openStore } from '../database/store.ts';
import { TipstaffError } from '../errors.ts';
import { digestOf, openEnvelope } from '../service/http/body.ts';
import type { SearchClient } from '../service/http/client.ts';
import { errorClassOf, SearchError } from '../service/http/searchError.ts';
import { readResult } from '../service/paging/readResult.ts';
import type { SearchResult } from '../service/paging/searchResult.ts';
import { listChanges, type StoredChange } from '../snapshot/changesTable.ts';
import { loadShownHashes } from '../snapshot/membershipsTable.ts';
import type { ReplayBundle } from './replayBundle.ts';
import { restoreBefore } from './restoreBefore.ts';

export interface Replay {
  readonly result: SearchResult;
  /** What would be reported today. */
  readonly changes: readonly StoredChange[];
}

const changesAtMost = 100_000;

/**
 * Compares the responses of a check again, with today's code, in a store of its own that is thrown away.
 * @throws SearchError when its first response is an error, with what the check said of it then; TipstaffError `usage.replay` when today's
 * code reads it differently, so that the known state cannot be restored.
 */
export async function replayCheck(config: Config, watches: Watches, bundle: ReplayBundle): Promise<Replay> {
  const result = await readAgain(config, bundle);
  const store = await openStore(':memory:');
  try {
    // Nobody is notified of a replay.
    const parts = { config: { ...config, channels: {}, operators: [] }, watches };
    const startedAt = new Date(bundle.check.startedAt);
    await store.transaction(async (trx) => {
      await restoreBefore(trx, bundle, result);
      const query = await loadQuery(trx, bundle.query.id);
      if (query === undefined) return;
      const check = { query, startedAt, reservation: { requests: 0, credits: 0 } };
      const shownAtStart = await loadShownHashes(trx, query.id);
      await commitResult(trx, parts, check, { result, shownAtStart }, new Date(bundle.check.endedAt));
    });
    return { result, changes: await listChanges(store.db, { limit: changesAtMost }) };
  } finally {
    await store.close();
  }
}

async function readAgain(config: Config, { check, query, pages, before }: ReplayBundle): Promise<SearchResult> {
  try {
    return await readResult({
      client: replayClient(pages),
      query,
      pageSizes: serviceOf(config, query.service).pageSizes,
      grantedSize: before?.grantedSize,
      heldKeys: before?.members.filter((member) => !member.gone).map((member) => member.key),
      affordable: () => true,
    });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    const { errorClass, serviceCode, message } = error;
    const then = `Check ${check.id} of ${check.endedAt} ${check.outcome}: ${check.reason ?? 'the reason is not known'}`;
    throw new SearchError(errorClass, `${then} Read again today, its response is no result: ${message}.`, {
      serviceCode,
      requests: 0,
      cause: error,
    });
  }
}

/** Responds with the pages of a bundle, in order, for no credits. */
function replayClient(pages: ReplayBundle['pages']): Pick<SearchClient, 'fetchPage'> {
  const waiting = [...pages];
  return {
    fetchPage: async () => {
      const page = waiting.shift();
      if (page === undefined) {
        throw new SearchError('request', 'Today’s program asks for a page that was not asked for then.', {
          requests: 0,
        });
      }
      const bytes = Buffer.from(page.body, 'utf8');
      const envelope = openEnvelope(bytes);
      if (envelope.kind === 'error') {
        const { what, serviceCode, serviceMessage } = envelope;
        const words = serviceMessage === undefined ? what : `${what}: ${serviceMessage}`;
        throw new SearchError(errorClassOf(200, serviceCode), words, { serviceCode, requests: 0, bytes });
      }
      const { hits, total } = envelope;
      if (hits.some(isNamedOnly)) {
        const why =
          'This check was kept by a version before 0.2.0, which left out hits that it knew: it cannot be replayed.';
        throw new TipstaffError('usage.replay', why);
      }
      return { bytes, digest: digestOf(bytes), hits, total, credits: 0, requests: 0 };
    },
  };
}

/** Versions before 0.2.0 kept the name of a known hit instead of the hit. */
function isNamedOnly(hit: unknown): boolean {
  return typeof hit === 'object' && hit !== null && 'asKnown' in hit;
}
