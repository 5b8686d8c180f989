import { TipstaffError } from '../errors.ts';
import { digestOf, openEnvelope } from '../search/http/body.ts';
import type { SearchClient } from '../search/http/client.ts';
import { errorClassOf, SearchError } from '../search/http/searchError.ts';
import type { ReplayBundle } from './replayBundle.ts';

/** Responds with the pages of a bundle, in order, for no credits. */
export function replayClient(pages: ReplayBundle['pages']): Pick<SearchClient, 'fetchPage'> {
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
