import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { keepProcess } from '../../src/store/processes.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Reply, refusal } from '../check/service.ts';
import { eventually } from '../eventually.ts';
import { bytesOf, jsonLines, openMachine, smtpPassword, token, webhookPath } from './machine.ts';
import { machineWithBaseline } from './machineWithBaseline.ts';

/** Stores what a running daemon of another machine stores. */
async function noteDaemon(database: string): Promise<void> {
  const store = await openStore(database);
  const daemon = { id: 'elsewhere/1/x/1', host: 'elsewhere', version: '0', config: '', startedAt: '' };
  await keepProcess(store.db, { ...daemon, roles: ['deliver'] }, new Date());
  await store.close();
}

describe('tipstaff, if something is wrong,', () => {
  it('exits with 1 for a failed check, says why, and stores no change', async () => {
    const machine = await machineWithBaseline();
    const failures: [Reply, RegExp][] = [
      [refusal(1004, 'token invalid'), /token/i],
      [refusal(2001, 'insufficient credits'), /credits/i],
      [{ status: 503, body: 'down' }, /503/],
      [{ body: '<html>maintenance</html>' }, /JSON|HTML/i],
    ];
    for (const [reply, why] of failures) {
      machine.service.reply = () => reply;
      const ran = await machine.run(['check', '--json']);
      expect([why, ran.code]).toEqual([why, 1]);
      const [first] = jsonLines(ran.stdout);
      expect(first).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(why), changes: 0 });
    }
    machine.service.reply = () => undefined;
    expect(await machine.run(['check'])).toMatchObject({ code: 0 });
    expect((await machine.run(['changes'])).stdout).toBe('No changes.\n');
  });

  it('exits with 2 for a wrong watch, option, kind, time or config, and names it on stderr', async () => {
    const machine = await openMachine();
    const wrong = async (args: string[], words: RegExp) => {
      const ran = await machine.run(args);
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, '']);
      expect(ran.stderr).toMatch(words);
    };
    await wrong(['check', 'widget-patnet'], /widget-patnet.*did you mean widget-patent/is);
    await wrong(['check', '--jsn'], /--jsn/);
    await wrong(['chek'], /chek/);
    await wrong(['changes', '--kind', 'docket.news'], /docket\.news/);
    await wrong(['changes', '--since', 'yesterday'], /yesterday/);
    machine.configure({ watches: [{ id: 'widget', dockets: {}, scheduel: 'x' }] });
    await wrong(['check'], /watches\.yaml:\d+:\d+.*scheduel.*schedule/s);
  });

  it('keeps an alert that a dead mail server did not take, and delivers it with the same Message-ID', async () => {
    const machine = await machineWithBaseline({ operators: [] });
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    const dead = await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(dead.code).toBe(1);
    expect(dead.stderr).toMatch(/stayed undelivered\..*To try again: tipstaff alerts retry\./);
    expect(machine.newPosts()).toHaveLength(1);
    const still = await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(still.code).toBe(1);
    await noteDaemon(machine.database);
    const beside = await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(beside.stderr).toContain('The running daemon tries again');
    const undelivered = jsonLines((await machine.run(['alerts', '--undelivered', '--json'])).stdout);
    expect(undelivered).toMatchObject([{ channel: 'counsel', state: 'waiting' }]);
    // The next attempt is due after retryMaxSeconds at the latest.
    await eventually(async () => expect(await machine.run(['check'])).toMatchObject({ code: 0 }));
    const [mail, ...more] = machine.newMails();
    expect(more).toEqual([]);
    expect(mail?.messageId).toContain(`alert-${undelivered[0]?.id}`);
    expect(mail?.text).toContain('Alan Reyes');
    expect(machine.newPosts()).toEqual([]);
  });

  it('does not deliver an alert before its next attempt, and exits with 1 while it waits', async () => {
    const machine = await machineWithBaseline({ operators: [], delivery: { retryBaseSeconds: 600 } });
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    const away = { env: { SMTP_URL: 'smtp://127.0.0.1:1' } };
    expect((await machine.run(['check'], away)).code).toBe(1);
    expect((await machine.run(['check'], away)).code).toBe(1);
    const [waiting] = jsonLines((await machine.run(['alerts', '--undelivered', '--json'], away)).stdout);
    expect(waiting).toMatchObject({ channel: 'counsel', attempts: 1 });
    expect(machine.newMails()).toEqual([]);
    expect((await machine.run(['alerts', 'retry'])).code).toBe(0);
  });

  it('never shows a secret on stdout or stderr, in the database, in a mail or in a post', async () => {
    const machine = await machineWithBaseline();
    const shown: string[] = [];
    const run = async (args: string[], env = {}) => {
      const ran = await machine.run(args, { env: { LOG_LEVEL: 'trace', ...env } });
      shown.push(ran.stdout, ran.stderr);
    };
    machine.service.reply = ({ token: sent }) => ({
      status: 401,
      body: { code: 1004, message: `bad token ${sent}`, data: null },
    });
    await run(['check', '--json']);
    machine.service.reply = () => undefined;
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    await run(['check'], {
      SMTP_URL: `smtp://tipstaff:${smtpPassword}@127.0.0.1:1`,
      SLACK_WEBHOOK_URL: `http://127.0.0.1:1${webhookPath}`,
    });
    await run(['status']);
    await run(['alerts', '--json']);
    await run(['validate']);
    await run(['check']);
    shown.push(bytesOf(machine), ...machine.newMails().map((mail) => mail.raw), ...machine.newPosts());
    for (const text of shown) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('T0SECRET');
      expect(text).not.toContain(smtpPassword);
    }
  });

  function base() {
    return [entryHit(1), entryHit(2)];
  }
});
