import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../../src/search/http/envelope.ts';
import type { ShownHit } from '../../src/search/http/page.ts';
import { knowHit } from '../../src/search/knownHit.ts';
import { KnownHits } from '../../src/search/knownHits.ts';
import { openPage } from '../../src/search/openPage.ts';
import { parseHit } from '../../src/search/parse/parseHit.ts';

const none = new KnownHits([]);
const hits = [1, 2, 3].map((docketId) => ({ docketId, caseName: `Case ${docketId}`, entries: [{ description: 'a' }] }));
const page = JSON.stringify({ code: 0, message: 'success', data: { total: 3, hits } });

function knownOf(shown: readonly { docketId: number }[]): KnownHits {
  const known = shown.flatMap((hit) => {
    const { found } = parseHit('pacer', hit, 'hits[0]');
    return found === undefined ? [] : [knowHit('pacer', Buffer.from(JSON.stringify(hit)), hit, found)];
  });
  return new KnownHits([known]);
}

function parsedOf(hit: ShownHit): unknown {
  return hit.known === undefined ? hit.value : (JSON.parse(hit.bytes.toString('utf8')) as unknown);
}

describe('a page', () => {
  it('shows the hits that are known unparsed, and the others parsed', () => {
    const opened = openPage('pacer', Buffer.from(page), knownOf([{ docketId: 1 }, ...hits.slice(1)]));
    expect(opened).toMatchObject({ kind: 'page', content: { total: 3 } });
    if (opened.kind !== 'page') return;
    expect(opened.content.hits.map((hit) => hit.known?.key)).toEqual([undefined, '2', '3']);
    expect(opened.content.hits.map(parsedOf)).toEqual(hits);
  });

  it.each([
    ['on lines of its own', JSON.stringify({ total: 3, hits }, null, 2)],
    ['with its count behind', JSON.stringify({ hits, total: 3, pages: [1, 2] })],
    ['in data.data', JSON.stringify({ data: { data: { hits, total: 3 } } })],
    ['with other hits before, which are none', JSON.stringify({ debug: { hits: [{ docketId: 9 }] }, total: 3, hits })],
    ['without hits, with others before', JSON.stringify({ debug: { hits }, total: 0, hits: [] })],
    ['with other hits behind', JSON.stringify({ total: 3, hits, debug: { hits: [{ docketId: 9 }] } })],
    ['whose hits hold hits', JSON.stringify({ total: 3, hits: hits.map((hit) => ({ ...hit, more: { hits } })) })],
    ['whose message speaks of hits', JSON.stringify({ message: 'no "hits":[ today', total: 3, hits })],
    ['whose hits begin differently', JSON.stringify({ total: 3, hits: [{ caseName: 'x', docketId: 1 }, ...hits] })],
    ['whose entries begin like hits', JSON.stringify({ total: 3, hits: [{ docketId: 1, entries: hits }, ...hits] })],
  ])('%s shows what it shows as a whole', (_how, body) => {
    const whole = openEnvelope(Buffer.from(body));
    for (const known of [none, knownOf(hits)]) {
      const opened = openPage('pacer', Buffer.from(body), known);
      expect(opened.kind).toBe('page');
      if (opened.kind !== 'page' || whole.kind !== 'page') return;
      expect(opened.content.hits.map(parsedOf)).toEqual(whole.hits);
      expect(opened.content.total).toBe(whole.total);
    }
  });

  it('damaged anywhere shows what it shows as a whole, or the same error', () => {
    const bytes = Buffer.from(page);
    const damage = fc.tuple(
      fc.nat(bytes.length - 1),
      fc.nat(3),
      fc.constantFrom('', '"', '\\', '{', '}', ']', ',', '1'),
    );
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 3 }), fc.boolean(), (all, knows) => {
        let body = page;
        for (const [at, length, put] of all) body = body.slice(0, at) + put + body.slice(at + length);
        const whole = openEnvelope(Buffer.from(body));
        const opened = openPage('pacer', Buffer.from(body), knows ? knownOf(hits) : none);
        if (opened.kind === 'error' || whole.kind === 'error') {
          expect(opened).toEqual(whole);
          return;
        }
        expect(opened.content.total).toBe(whole.total);
        expect(opened.content.hits.map(shownOf)).toEqual(whole.hits.map((value) => shownOf({ value })));
      }),
      { numRuns: 3000 },
    );
  });
});

/** What a hit comes to: two with the same are the same to every check. */
function shownOf(hit: ShownHit): unknown {
  const { found, setAsideCount } = parseHit('pacer', parsedOf(hit), 'hits[0]');
  return [found?.record.key, found?.shownHash, setAsideCount];
}
