import { afterEach, describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/config/searchWords.ts';
import { createSearchClient, type SearchClient } from '../../../src/service/http/client.ts';
import { readResult } from '../../../src/service/paging/readResult.ts';
import { anAccount } from '../anAccount.ts';
import { ownPace } from '../ownPace.ts';
import {
  json,
  type Respond,
  raw,
  type ScriptedService,
  serviceConfig,
  startScriptedService,
} from '../scriptedService.ts';

const open: { service?: ScriptedService; client?: SearchClient } = {};
afterEach(async () => {
  await open.client?.close();
  await open.service?.close();
});

const designs = Array.from({ length: 25 }, (_, index) => ({ ID: `EMID.${index}`, SOURCE: 'EMID', HOL: ['Rival'] }));
const query = queryOf({ type: 'designs', source: 'EMID', holder: 'Rival', litigation: true });

/** A register that grants ten designs per page. */
const register: Respond = (call, response) => {
  const from = Number(call.body.from);
  return json({ total: designs.length, litigationNote: '', hits: designs.slice(from, from + 10) })(call, response);
};

async function start(...responses: Respond[]) {
  const service = await startScriptedService(...responses);
  const config = serviceConfig(service.baseUrl);
  const client = createSearchClient({ config, pace: await ownPace(config) });
  Object.assign(open, { service, client });
  const booked = { requests: 0, credits: 0 };
  const account = anAccount((highest) => {
    booked.requests += 1;
    booked.credits += highest;
    return (credits = 0) => {
      booked.credits += credits - highest;
    };
  });
  return { service, booked, task: { client, query, pageSizes: config.pageSizes, affordable: () => true, account } };
}

describe('a result read over HTTP', () => {
  it('is complete after busy and broken responses, whose cost is counted', async () => {
    const { service, task, booked } = await start(json({ code: 1003 }), raw('<html>'), register);
    const reading = await readResult(task);
    expect(reading).toMatchObject({
      outcome: 'complete',
      hits: 25,
      total: 25,
      grantedSize: 10,
    });
    expect([booked.requests, booked.credits]).toEqual([5, 42]);
    expect(service.calls.map((call) => call.body)).toEqual(
      [0, 0, 0, 10, 20].map((from) => ({ source: 'EMID', hol: 'Rival', enable_litigation: true, from, num: 100 })),
    );
  });
});
