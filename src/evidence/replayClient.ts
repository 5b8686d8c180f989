import { Body } from '../search/http/body.ts';
import type { SearchClient } from '../search/http/client.ts';
import { openEnvelope } from '../search/http/envelope.ts';
import { errorClassOf } from '../search/http/errorCodes.ts';
import { SearchError } from '../search/http/searchError.ts';
import { openNamed } from '../search/namedHit.ts';
import type { ReplayBundle } from './replayBundle.ts';

/** Answers with the pages of a bundle, in order, for no credits. */
export function replayClient(pages: ReplayBundle['pages']): Pick<SearchClient, 'fetchPage'> {
  const waiting = [...pages];
  return {
    fetchPage: async () => {
      const page = waiting.shift();
      if (page === undefined) {
        throw new SearchError('request', 'Today’s reading asks for a page that was not asked for then.', {
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
      const content = { hits: hits.map(openNamed), total };
      return { body: new Body([bytes]), credits: 0, requests: 0, givenUp: 0, content };
    },
  };
}
