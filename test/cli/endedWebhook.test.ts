import { expect, it } from 'vitest';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { alertOf } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { commandsOn } from './commandsOn.ts';

const secrets = [1, 2].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`);

it('a webhook that responds 410 gets nothing more until send-test succeeds, and then gets what waited', async () => {
  let status = 410;
  const { url, requests } = await openEndpoint((_request, response) => response.writeHead(status).end());
  const ops = await openEndpoint((_request, response) => response.writeHead(202).end());
  const { store, file } = await seededStore();
  const alertId = await alertOf(store, 'program');
  const commands = commandsOn(file, {
    operators: ['ops'],
    channels: {
      program: { type: 'webhook', url: `${url}/hook`, secret: secrets },
      ops: { type: 'teams', webhookUrl: `${ops.url}/1` },
    },
    watches: [{ id: 'lamp', notify: ['program'], dockets: { patentNumber: '1234567' } }],
  });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await commands.run(...args);
    return { code, output: stdout + stderr };
  };

  const shown = await run('validate', '--show');
  expect(shown.code).toBe(0);
  for (const secret of secrets) expect(shown.output).not.toContain(secret.slice(6));

  expect(await run('alerts', 'retry')).toMatchObject({ code: 1, output: expect.stringContaining('HTTP 410') });
  expect(await run('alerts', 'retry', String(alertId))).toMatchObject({ code: 1 });
  expect(requests).toHaveLength(1);
  const tested = await run('send-test', 'program');
  expect(tested).toMatchObject({ code: 1, output: expect.stringContaining('wants no more alerts') });
  status = 200;
  expect(await run('send-test', 'program')).toMatchObject({ code: 0 });
  expect(await run('alerts', 'retry')).toMatchObject({ code: 0 });
  expect(requests).toHaveLength(4);
  expect(JSON.parse(requests[3]?.body ?? '')).toMatchObject({ type: 'alert.changes', data: { alert: alertId } });
});
