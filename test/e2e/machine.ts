import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeptRequest, openEndpoint } from '../alerts/channels/endpoint.ts';
import { type MailServer, openMailServer } from '../alerts/channels/mailServer.ts';
import { type FakeService, openService } from '../check/service.ts';
import { runProgram } from '../program.ts';
import { isFree, type Ran, runHere } from '../runHere.ts';
import { newFile } from '../store/database.ts';
import { tempFolder } from '../tempFolder.ts';

interface RunOptions {
  /** Runs the command in a process of its own. */
  readonly asProcess?: boolean;
  /** Runs the command in a process of its own, and kills it (SIGKILL) when this resolves. */
  readonly killWhen?: Promise<unknown>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine with the program, and everything that the program connects to: the service, a mail server and Slack. */
export interface Machine {
  readonly folder: string;
  readonly database: string;
  readonly service: FakeService;
  readonly mail: MailServer;
  readonly slack: { readonly url: string; readonly requests: readonly KeptRequest[] };
  /** The addresses and secrets, as the program reads them. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes watches.yaml. The settings replace the usual ones. */
  configure(settings?: Readonly<Record<string, unknown>>): void;
  /** Runs `tipstaff …` to its end, in this process unless an option or another command here prevents that. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Returns the mails since the last call. */
  newMails(): { to: string; subject: string; text: string; messageId: string; raw: string }[];
  /** Returns what was posted to Slack since the last call, as text. */
  newPosts(): string[];
}

/** The current day as the service writes it: `Nov 20, 2026`. */
export const todayInWords = new Date().toLocaleDateString('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export const token = 'tok-3f9a77c1e5';
export const webhookPath = '/services/T0SECRET/B0SECRET/xyzzy';
export const smtpPassword = 'pa55-w0rd-of-smtp';

/** @param options `isNew`: the program has never run there, so it creates its database first */
export async function openMachine(
  settings: Readonly<Record<string, unknown>> = {},
  { isNew = false } = {},
): Promise<Machine> {
  const service = await openService();
  const mail = await openMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'tipstaff' }),
  });
  const slack = await openEndpoint((_request, response) => response.end('ok'));
  const folder = tempFolder();
  if (!isNew) await newFile(folder);
  let mails = 0;
  let posts = 0;
  const machine: Machine = {
    folder,
    database: join(folder, 'tipstaff.db'),
    service,
    mail,
    slack,
    env: {
      TIPSTAFF_BASE_URL: service.url,
      TIPSTAFF_TOKEN: token,
      SMTP_URL: `smtp://tipstaff:${smtpPassword}@127.0.0.1:${mail.port}`,
      SLACK_WEBHOOK_URL: slack.url + webhookPath,
    },
    configure(changed = {}) {
      writeFileSync(join(folder, 'watches.yaml'), JSON.stringify({ ...usual(), ...changed }));
    },
    run(args, { asProcess = false, killWhen, env = {} } = {}) {
      const place = { folder, env: { ...machine.env, ...env } };
      if (killWhen !== undefined) return runProgram(args, { ...place, killWhen });
      return isFree() && !asProcess ? runHere(args, place) : runProgram(args, place);
    },
    newMails() {
      const fresh = mail.mails.slice(mails);
      mails = mail.mails.length;
      return fresh.map(({ parsed, recipients, raw }) => ({
        to: recipients.join(', '),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        messageId: parsed.messageId ?? '',
        raw,
      }));
    },
    newPosts() {
      const fresh = slack.requests.slice(posts);
      posts = slack.requests.length;
      return fresh.map((request) => request.body);
    },
  };
  machine.configure(settings);
  return machine;
}

function usual() {
  return {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the program fills these in
    service: {
      baseUrl: '${TIPSTAFF_BASE_URL}',
      token: '${TIPSTAFF_TOKEN}',
      requestsPerSecond: 1000,
      concurrency: 4,
      retries: 0,
    },
    database: './tipstaff.db',
    operators: ['ops'],
    delivery: { retryBaseSeconds: 0.05, retryMaxSeconds: 0.1, giveUpAfterHours: 72, groupSeconds: 1 },
    channels: {
      counsel: {
        type: 'email',
        smtpUrl: '${SMTP_URL}',
        from: 'Tipstaff <tipstaff@example.com>',
        to: ['litigation@example.com'],
      },
      slack: { type: 'slack', webhookUrl: '${SLACK_WEBHOOK_URL}' },
      ops: { type: 'email', smtpUrl: '${SMTP_URL}', from: 'tipstaff@example.com', to: ['ops@example.com'] },
    },
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the program fills these in
    defaults: { notify: ['counsel', 'slack'] },
    watches: [
      {
        id: 'widget-patent',
        name: 'Widget patent, anywhere',
        matter: 'M-2026-014',
        dockets: { patentNumber: '6,834,603' },
      },
      { id: 'rival-bottles', designs: { source: 'HAGUE', holder: 'Rival', litigation: true } },
    ],
  };
}

/** Parses the lines of a `--json` output. */
export function jsonLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function bytesOf(machine: Machine): string {
  return ['', '-wal']
    .map((ending) => {
      try {
        return readFileSync(machine.database + ending, 'latin1');
      } catch {
        return '';
      }
    })
    .join('');
}
