import * as fc from 'fast-check';
import { type DocketHit, type KeptCall, type Reply, refusal } from './service.ts';

/** How the service returns a result this time: nearly always as it did the last time. */
export const showing = fc.record({
  counts: mostly(6, true, fc.constant(false)),
  repeats: mostly(6, 0, fc.integer({ min: 1, max: 3 })),
  /** Determines the order of the hits. */
  seed: mostly(6, 0, fc.integer({ min: 1, max: 20 })),
  fault: mostly(12, 'none', fc.constantFrom('down', 'html', 'no data', 'empty', 'bad hit', 'later pages down')),
});

export function mostly<T, Other>(weight: number, usual: T, seldom: fc.Arbitrary<Other>): fc.Arbitrary<T | Other> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: seldom });
}

export type Showing = typeof showing extends fc.Arbitrary<infer T> ? T : never;

export interface ShownResponse {
  readonly reply: (call: KeptCall) => Reply;
  /** The hits returned so far, in order. */
  readonly shown: readonly DocketHit[];
  /** The possible outcomes of a check that reads the response. */
  readonly outcome: RegExp;
}

/** Returns an unchanging result in any order, with repeats, with or without a total, and with a fault. */
export function responseOf(hits: readonly DocketHit[], cap: number, how: Showing): ShownResponse {
  const shown: DocketHit[] = [];
  const mixed = shuffled(hits, how.seed).map((hit) => ({
    ...hit,
    entries: shuffled(hit.entries as object[], how.seed),
  }));
  const distinct = new Set(hits.map((hit) => hit.docketId)).size;
  const pages = (result: readonly DocketHit[], total: number) => (call: KeptCall) => {
    const from = Number(call.body.from);
    const page = result.slice(from, from + Math.min(cap, Number(call.body.size)));
    shown.push(...page.filter((hit) => typeof hit.docketId === 'number'));
    return { body: { code: 0, data: { total, hits: page } } };
  };
  const failing = (reply: Reply): ShownResponse => ({ reply: () => reply, shown, outcome: /^failed$/ });
  switch (how.fault) {
    case 'down':
      return failing({ status: 503, body: 'down' });
    case 'html':
      return failing({ body: '<html>maintenance</html>' });
    case 'no data':
      return failing(refusal(5000, 'internal'));
    case 'empty':
      return { reply: pages([], 0), shown, outcome: /^complete$/ };
    case 'bad hit': {
      const bad = { docketId: 'none' } as unknown as DocketHit;
      return { reply: pages([bad, ...mixed], distinct + 1), shown, outcome: /^partial$/ };
    }
    case 'later pages down': {
      const whole = pages(mixed, distinct);
      const reply = (call: KeptCall) => (call.body.from === 0 ? whole(call) : { status: 503, body: 'down' });
      return { reply, shown, outcome: mixed.length > cap ? /^(complete|partial)$/ : /^complete$/ };
    }
    default: {
      const reply = pages([...mixed, ...mixed.slice(0, how.repeats)], how.counts ? distinct : -1);
      // Pages of known hits may hide further hits or, without a total, the end of the result.
      const again = mixed.length - distinct + (how.counts ? 0 : how.repeats);
      return { reply, shown, outcome: again < 2 ? /^complete$/ : /^(complete|partial)$/ };
    }
  }
}

/** Returns the items in an order that depends on the seed alone. A seed of 0 keeps the order. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  if (seed === 0) return items;
  let state = seed + 1;
  return items
    .map((item) => {
      state = (state * 48_271) % 2_147_483_647;
      return { item, place: state };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
