import type { Channel, DeliveryResult } from '../channel.ts';
import { serverResponse, withoutSecrets } from '../httpPost.ts';
import type { OpeningParts } from '../kind.ts';
import { renderJson } from '../webhook/draw.ts';
import { webhookId } from '../webhook/send.ts';
import type { ExecChannelConfig } from './config.ts';
import { type ProgramEnd, runProgram } from './runProgram.ts';

const usualTimeoutSeconds = 30;
const keptCharacters = 400;

/** What every program may need to work at all; the daemon's own variables hold its secrets. */
const harmless = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

/** A program of the operator's: it is started for each alert, gets the JSON of webhooks on stdin, and accepts it by ending with 0. */
export function openExec(config: ExecChannelConfig, parts: Pick<OpeningParts, 'installation' | 'secrets'>): Channel {
  const { command, timeoutSeconds = usualTimeoutSeconds, environment = [] } = config;
  return {
    name: config.name,
    async send(message, signal) {
      const env = {
        ...variables([...harmless, ...environment]),
        TIPSTAFF_CHANNEL: config.name,
        // The same each time this alert is handed over.
        TIPSTAFF_ALERT: webhookId(message.content, parts.installation),
      };
      const input = `${JSON.stringify(renderJson(message))}\n`;
      const end = await runProgram({ command, input, env, timeoutMs: timeoutSeconds * 1000 }, signal);
      return resultOf(end, timeoutSeconds, parts.secrets);
    },
    async close() {},
  };
}

function variables(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A program that fails may work with the next alert: only this one waits. One that hangs, or does not exist, makes all wait. */
function resultOf(end: ProgramEnd, timeoutSeconds: number, secrets: readonly string[]): DeliveryResult {
  if (end.end === 'not started') {
    const response = serverResponse(`it cannot be started: ${end.error.message}`, secrets);
    return { outcome: isForGood(end.error) ? 'dead' : 'retry', response };
  }
  const said = (words: string) =>
    serverResponse([words, endOfOutput(end.stderr, secrets)].filter(Boolean).join(': '), secrets);
  switch (end.end) {
    case 'exited':
      if (end.code === 0) return { outcome: 'sent', response: said('exit code 0') };
      return { outcome: 'retry', response: said(`exit code ${end.code}`), scope: 'message' };
    case 'killed':
      return { outcome: 'retry', response: said(`ended by ${end.by}`), scope: 'message' };
    case 'timed out':
      return { outcome: 'retry', response: said(`ended after ${timeoutSeconds} seconds`) };
    case 'stopped':
      return { outcome: 'retry', response: said('ended because Tipstaff stops') };
  }
}

function isForGood({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'EACCES' || code === 'ENOEXEC' || code === 'EPERM';
}

/** The end of its output, where the reason is; cut only after secrets are removed, or half of one could be seen. */
function endOfOutput(stderr: string, secrets: readonly string[]): string {
  return withoutSecrets(stderr, secrets).trim().slice(-keptCharacters);
}
