import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { alertOf, seed } from '../../alerts/outbox/outbox.ts';
import { runHere } from '../../runHere.ts';
import { freshStore } from '../../store/freshStore.ts';

const secret = `whsec_${'A'.repeat(43)}=`;

it('Teams and a webhook are configured, tested and notified like every channel, and no secret is shown', async () => {
  const teams = await openEndpoint((_request, response) => response.writeHead(202).end());
  const hook = await openEndpoint((_request, response) => response.end());
  const { store, file } = await freshStore();
  await seed(store);
  for (const channel of ['litigation', 'script']) await alertOf(store, channel, channel);
  const folder = dirname(file);
  const config = join(folder, 'watches.yaml');
  await writeFile(
    config,
    `
service: { baseUrl: sandbox, token: sandbox }
database: ${file}
channels:
  litigation: { type: teams, webhookUrl: "${teams.url}/workflows/w?sig=signature-secret" }
  script: { type: webhook, url: "${hook.url}/path-secret", secret: ${secret} }
watches:
  - { id: lamp, notify: [litigation, script], dockets: { patentNumber: "1234567" } }
`,
  );
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(['--config', config, ...args]);
    return { code, output: stdout + stderr };
  };

  const shown = await run('validate', '--show');
  expect(shown.code).toBe(0);
  const outputs = [shown.output];
  for (const channel of ['litigation', 'script']) {
    const tested = await run('send-test', channel);
    expect(tested).toMatchObject({ code: 0, output: expect.stringContaining(`${channel}: accepted`) });
    outputs.push(tested.output);
  }
  const retried = await run('alerts', 'retry');
  expect(retried.code, retried.output).toBe(0);
  expect(outputs.join() + retried.output).not.toMatch(/(signature|path)-secret|A{32}/);
  expect(teams.requests.map(({ body }) => JSON.parse(body).attachments)).toHaveLength(2);
  expect(hook.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.test', 'alert.changes']);
});
