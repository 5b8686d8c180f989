import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { alertOf, seed } from '../../alerts/outbox/outbox.ts';
import { runHere } from '../../runHere.ts';
import { freshStore } from '../../store/freshStore.ts';

it('Teams, ntfy and a program are configured, tested and notified like every channel, and no secret is shown', async () => {
  const teams = await openEndpoint((_request, response) => response.writeHead(202).end());
  const ntfy = await openEndpoint((_request, response) => response.end('{"id":"abc","event":"message"}'));
  const { store, file } = await freshStore();
  await seed(store);
  for (const channel of ['litigation', 'phones', 'script']) await alertOf(store, channel, channel);
  const folder = dirname(file);
  await writeFile(join(folder, 'program'), `#!/bin/sh\ncat >> '${folder}/taken'\n`);
  await chmod(join(folder, 'program'), 0o755);
  const config = join(folder, 'watches.yaml');
  await writeFile(
    config,
    `
service: { baseUrl: sandbox, token: sandbox }
database: ${file}
channels:
  litigation: { type: teams, webhookUrl: "${teams.url}/workflows/w?sig=signature-secret" }
  phones: { type: ntfy, url: "${ntfy.url}/topic-secret", token: tk_token-secret }
  script: { type: exec, command: [${folder}/program, --key=argument-secret], environment: [PROGRAM_KEY] }
watches:
  - { id: lamp, notify: [litigation, phones, script], dockets: { patentNumber: "1234567" } }
`,
  );
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(['--config', config, ...args], {
      env: { PROGRAM_KEY: 'variable-secret' },
    });
    return { code, output: stdout + stderr };
  };

  const shown = await run('validate', '--show');
  expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('PROGRAM_KEY') });
  const outputs = [shown.output];
  for (const channel of ['litigation', 'phones', 'script']) {
    const tested = await run('send-test', channel);
    expect(tested).toMatchObject({ code: 0, output: expect.stringContaining(`${channel}: accepted`) });
    outputs.push(tested.output);
  }
  const retried = await run('alerts', 'retry');
  expect(retried.code, retried.output).toBe(0);
  expect(outputs.join() + retried.output).not.toMatch(/(signature|topic|token|argument|variable)-secret/);
  expect(teams.requests.map(({ body }) => JSON.parse(body).attachments)).toHaveLength(2);
  expect(ntfy.requests.map(({ body }) => JSON.parse(body).topic)).toEqual(['topic-secret', 'topic-secret']);
  const taken = (await readFile(join(folder, 'taken'), 'utf8')).trim().split('\n');
  expect(taken.map((line) => JSON.parse(line).type)).toEqual(['alert.test', 'alert.changes']);
});
