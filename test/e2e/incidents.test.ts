import { describe, expect, it, onTestFinished } from 'vitest';
import type { Notice } from '../../src/alerts/message/facts.ts';
import { addToAlert } from '../../src/alerts/outbox/addToAlertQueries.ts';
import { openStore } from '../../src/store/openStore.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { docketHit } from '../check/hits.ts';
import { jsonLines, openMachine } from './machine.ts';

describe('tipstaff check', () => {
  it('notifies the operators in the same run that a channel refuses alerts, and delivers the others', async () => {
    const machine = await openMachine({
      watches: [{ id: 'widget', announce: false, dockets: { patentNumber: '6834603' } }],
    });
    machine.service.dockets = [docketHit()];
    await machine.run(['check']);
    const gone = await openEndpoint((_request, response) => response.writeHead(404).end('no_service'));
    machine.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const ran = await machine.run(['check'], { env: { SLACK_WEBHOOK_URL: `${gone.url}/services/T/B/x` } });
    expect(ran.code).toBe(1);
    const mails = machine.newMails();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['litigation@example.com', 'ops@example.com']);
    expect(mails.find((mail) => mail.to === 'ops@example.com')?.text).toMatch(/slack/);
    expect(jsonLines((await machine.run(['alerts', '--undelivered', '--json'])).stdout)).toMatchObject([
      { channel: 'slack', state: 'waiting' },
    ]);
  });

  it('delivers an alert that another process adds during the run, rather than reporting it undelivered', async () => {
    const machine = await openMachine({
      operators: [],
      watches: [{ id: 'widget', announce: false, notify: ['slack'], dockets: { patentNumber: '6834603' } }],
    });
    machine.service.dockets = [docketHit()];
    await machine.run(['check']);
    const slack = await openEndpoint((_request, response) => {
      void putNotice(machine.database).then(() => response.end('ok'));
    });
    machine.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
    const ran = await machine.run(['check'], { env: { SLACK_WEBHOOK_URL: `${slack.url}/services/T/B/x` } });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(machine.newMails()).toHaveLength(1);
  });

  it('logs the beginning and the end of an incident once, and every failed check as a warning', async () => {
    const machine = await openMachine();
    const env = { LOG_LEVEL: 'info' };
    await machine.run(['check', 'widget-patent'], { env });
    const incidents = async () => {
      const { stderr } = await machine.run(['check', 'widget-patent'], { env });
      const lines = jsonLines(stderr);
      return lines
        .filter((line) => line.incident !== undefined || line.level === 40)
        .map((line) => [line.level, line.msg]);
    };
    machine.service.reply = () => ({ status: 401, body: 'no' });
    expect(await incidents()).toEqual([
      [30, 'an incident began'],
      [40, 'checked'],
    ]);
    machine.service.reply = () => undefined;
    expect(await incidents()).toContainEqual([30, 'an incident ended']);
  });

  it('shows a person on a terminal no warning of the log, because the table says it', async () => {
    const machine = await openMachine();
    machine.service.reply = () => ({ status: 401, body: 'no' });
    const stderr = async () => (await machine.run(['check', 'widget-patent'])).stderr;
    expect(await stderr()).toContain('"level":40');
    Object.defineProperty(process.stderr, 'isTTY', { configurable: true, value: true });
    onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'isTTY'));
    expect(await stderr()).not.toContain('"level"');
  });

  it('accepts an empty LOG_LEVEL', async () => {
    const machine = await openMachine();
    expect(await machine.run(['check'], { env: { LOG_LEVEL: '' } })).toMatchObject({ code: 0, stderr: '' });
  });
});

/** Adds a notice to the outbox, as another process does that is about to deliver it. */
async function putNotice(database: string): Promise<void> {
  const store = await openStore(database);
  const now = new Date();
  const notice: Notice = {
    incident: 'watch-failing',
    subject: 'widget',
    phase: 'began',
    at: now.toISOString(),
    detail: 'It failed.',
  };
  const draft = { channel: 'counsel', kind: 'notice', createdAt: now, dueAt: now, changes: [] } as const;
  await store.transaction((trx) => addToAlert(trx, { ...draft, payload: [notice] }));
  await store.close();
}
