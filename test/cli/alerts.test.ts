import { expect, it } from 'vitest';
import { countFailure, retryChannelAt } from '../../src/alerts/outbox/deliveriesTable.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { type MailServer, openMailServer, smtpError } from '../alerts/channels/mailServer.ts';
import { alertOf } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { commandsOn } from './commandsOn.ts';

const password = 'correct-horse-battery';

/** Returns a program with one mail channel on a local server, and one alert that waits for it. */
async function program(server: MailServer, to: readonly string[] = ['litigation@example.com']) {
  const ops = await openEndpoint((_request, response) => response.writeHead(202).end());
  const { store, file } = await seededStore();
  const alertId = await alertOf(store, 'counsel');
  const url = `smtp://tipstaff:${password}@127.0.0.1:${server.port}`;
  const { run } = commandsOn(file, {
    operators: ['ops'],
    channels: {
      counsel: { type: 'email', smtpUrl: url, from: 'Tipstaff <tipstaff@example.com>', to },
      ops: { type: 'teams', webhookUrl: `${ops.url}/1` },
    },
  });
  return { run, store, alertId, notices: ops.requests };
}

function loginServer(refusal: () => Error | null, refusedLogin: () => Error | null = () => null) {
  return openMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(refusedLogin(), { user: 'tipstaff' }),
    onRcptTo: (_address, _session, done) => done(refusal()),
  });
}

it('send-test prints the response of the server, and exits with 1 if the server rejects the mail', async () => {
  let refusal: Error | null = null;
  const server = await loginServer(() => refusal);
  const { run } = await program(server);
  const accepted = await run('send-test', 'counsel');
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^counsel: accepted \(250 .*\)\n$/) });
  expect(server.mails).toHaveLength(1);
  refusal = smtpError(550, `unknown user, ${password}`);
  const refused = await run('send-test', 'counsel');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('unknown user');
  expect(refused.stdout + refused.stderr).not.toContain(password);
  expect(await run('send-test', 'nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('counsel, ops') });
});

it('a failed alert is listed with the response of the server, shown, and delivered by a retry', async () => {
  let refusal: Error | null = smtpError(550, 'mailbox closed');
  const server = await loginServer(() => refusal);
  const { run, alertId } = await program(server);
  expect(await run('alerts', 'retry', String(alertId))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('failed'),
  });

  const listed = await run('alerts', '--undelivered', '--json');
  const [first] = listed.stdout.split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    id: expect.any(Number),
    state: expect.stringMatching(/waiting|failed/),
  });
  expect(listed.stdout).toContain('mailbox closed');
  expect(listed.stderr).toBe('What failed is not tried again by itself. To retry: tipstaff alerts retry [ID…]\n');

  refusal = null;
  const leads = '1 alert for counsel undelivered. To send: tipstaff alerts retry\n';
  expect((await run('send-test', 'counsel')).stderr).toBe(leads);
  expect((await run('alerts', 'show', String(alertId))).stdout).toContain('Lumen Ltd. v. Glow Inc.');
  expect(await run('alerts', 'show', '4711')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no alert 4711'),
  });

  const asJson = await run('alerts', 'show', String(alertId), '--json');
  expect(JSON.parse(asJson.stdout)).toMatchObject({ type: 'alert.changes', data: { alert: alertId } });

  expect(await run('alerts', 'retry')).toMatchObject({ code: 0, stdout: expect.stringContaining('sent') });
  const [, ...ids] = server.mails.map((mail) => mail.parsed.messageId);
  expect(ids).toEqual([expect.stringContaining(`<alert-${alertId}.`)]);
  expect(await run('alerts', 'retry', String(alertId))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was delivered'),
  });
});

it('an alert of a refused login counts its attempt, and send-test leads to its delivery and to the notice', async () => {
  let refusedLogin: Error | null = smtpError(535, 'no such login');
  const { run, notices } = await program(
    await loginServer(
      () => null,
      () => refusedLogin,
    ),
  );
  await run('alerts', 'retry');
  expect((await run('alerts')).stdout).toMatch(/ counsel .* waiting +\d+ +1 .*EAUTH/);
  expect(notices).toHaveLength(1);
  refusedLogin = null;
  expect((await run('send-test', 'counsel')).stderr).toContain('1 alert for counsel undelivered');
  expect((await run('alerts', 'retry')).code).toBe(0);
  expect(notices.at(-1)?.body).toContain('counsel accepts alerts again');
  expect((await run('send-test', 'counsel')).stderr).toBe('');
});

it('an alert whose channel asked for a pause is deferred, and the list shows until when', async () => {
  const server = await loginServer(() => null);
  const { run, store } = await program(server);
  await countFailure(store.db, 'counsel', new Date());
  const until = new Date(Date.now() + 3_600_000);
  await retryChannelAt(store.db, 'counsel', until);
  const { stdout } = await run('alerts', '--undelivered');
  expect(stdout).toMatch(/ waiting .* next attempt \d{4}-\d\d-\d\d /);
  expect(stdout).not.toContain(' due ');
  const [listed] = (await run('alerts', '--undelivered', '--json')).stdout.split('\n');
  expect(JSON.parse(listed ?? '')).toMatchObject({ state: 'waiting', heldUntil: until.toISOString() });
});

it('a mute is listed with its author, reason and end, and a second mute replaces the first', async () => {
  const { run } = await program(await loginServer(() => null));
  const mutes = async () =>
    (await run('status', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => 'muted' in line);
  expect(await run('mute', 'lamp', '--until', '2001-01-01', '--why', 'x')).toMatchObject({ code: 2 });
  expect(await run('mute', 'lump', '--until', '2999-01-01', '--why', 'x')).toMatchObject({ code: 2 });
  expect(await mutes()).toEqual([]);
  await run('mute', 'lamp', '--until', '2999-01-01', '--why', 'settlement talks', '--author', 'Ada');
  await run('mute', 'lamp', '--until', '2999-02-01', '--why', 'they go on', '--author', 'Ada');
  const muted = {
    muted: 'Lamp patent',
    author: 'Ada',
    reason: 'they go on',
    until: '2999-02-02T05:00:00.000Z',
    filteredOut: 0,
  };
  expect(await mutes()).toEqual([expect.objectContaining(muted)]);
  for (const words of [['status'], ['status', 'lamp']])
    expect((await run(...words)).stdout).toMatch(
      /^lamp +(?:.*\n)*~ muted until the end of 2999-02-01 EST: Lamp patent, by Ada/m,
    );
  expect(JSON.parse((await run('unmute', 'lamp', '--json')).stdout)).toEqual({ unmuted: 'Lamp patent', ended: 1 });
  expect(await mutes()).toEqual([]);
});

it('send-test and alerts retry print their result as JSON', async () => {
  const server = await loginServer(() => null);
  const { run, alertId } = await program(server);
  const tested = await run('send-test', 'counsel', '--json');
  expect(JSON.parse(tested.stdout)).toMatchObject({ channel: 'counsel', outcome: 'sent' });
  const retried = await run('alerts', 'retry', String(alertId), '--json');
  expect(JSON.parse(retried.stdout)).toMatchObject({ id: alertId, state: 'sent' });
});

it('send-test exits 1 when the server accepts one recipient and rejects another', async () => {
  const server = await openMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'tipstaff' }),
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? smtpError(550, 'unknown user') : null),
  });
  const { run } = await program(server, ['litigation@example.com', 'gone@example.com']);
  const tested = await run('send-test', 'counsel');
  expect(tested).toMatchObject({ code: 1, stdout: '' });
  expect(tested.stderr).toContain('counsel: the server rejected 1 recipient');
  expect(tested.stderr).toContain('gone@example.com: ');
  expect(server.mails).toHaveLength(1);
});

it('alerts retry without ids includes a paused channel, and says when no alert is left', async () => {
  const server = await loginServer(() => null);
  const { run, store, alertId } = await program(server);
  await countFailure(store.db, 'counsel', new Date(), '535 login');
  await retryChannelAt(store.db, 'counsel', new Date(Date.now() + 3_600_000));
  const retried = await run('alerts', 'retry', '--json');
  expect(retried.code).toBe(0);
  expect(JSON.parse(retried.stdout)).toMatchObject({ id: alertId, state: 'sent' });
  expect(server.mails).toHaveLength(1);
  expect((await run('alerts', 'retry')).stdout).toBe('No undelivered alerts.\n');
  expect((await run('alerts', '--undelivered')).stdout).toBe('No undelivered alerts.\n');
});
