import { expect, it } from 'vitest';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { docketHit, docketWith, entryHit } from '../../check/hits.ts';
import { jsonLines, openMachine } from '../../e2e/machine.ts';

const widget = { id: 'widget', announce: false, notify: ['slack'], dockets: { patentNumber: '6834603' } };

it('a check continues at once after one that was killed during a request or during a delivery', async () => {
  const machine = await openMachine({ operators: [], watches: [widget] });
  machine.service.dockets = [docketHit()];
  await machine.run(['check']);

  machine.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 20, 2026' })])];
  const asked = Promise.withResolvers<void>();
  machine.service.reply = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  expect((await machine.run(['check'], { killWhen: asked.promise })).code).toBeNull();
  machine.service.reply = () => undefined;

  const posted = Promise.withResolvers<void>();
  const silent = await openEndpoint(() => posted.resolve());
  const env = { SLACK_WEBHOOK_URL: `${silent.url}/services/T/B/x` };
  const delivering = await machine.run(['check'], { killWhen: posted.promise, env });
  expect([delivering.code, silent.requests.length]).toEqual([null, 1]);

  expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
  expect(machine.newPosts()).toHaveLength(1);
  expect(jsonLines((await machine.run(['changes', '--json'])).stdout)).toHaveLength(1);
});
