import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MailNudges } from '../../config/readNudges.ts';
import { percentDecoded } from '../../fields/fields.ts';
import { dayMs } from '../../time.ts';

/** A mailbox that is only read. */
export interface Mailbox {
  /** The mails of the last days, by keys that stay the same. */
  list(): Promise<readonly string[]>;
  /** undefined: it is gone, or too large for a notice. */
  read(key: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

const daysBack = 3;
const largestMail = 1024 * 1024;
const timeoutMs = 20_000;

/** @throws what keeps it from being opened */
export async function openMailbox(
  { folder, imapUrl }: Pick<MailNudges, 'folder' | 'imapUrl'>,
  now: Date,
  signal: AbortSignal,
): Promise<Mailbox> {
  const since = new Date(now.getTime() - daysBack * dayMs);
  if (folder !== undefined) return maildir(resolve(folder), since);
  return imap(new URL(imapUrl ?? ''), since, signal);
}

/** A maildir: a file for each mail, in `new` or, once somebody has seen it, in `cur` with marks behind its name. */
function maildir(folder: string, since: Date): Mailbox {
  const find = async () => {
    const files = new Map<string, string>();
    for (const part of ['new', 'cur']) {
      for (const name of await readdir(join(folder, part))) {
        const file = join(folder, part, name);
        const found = await stat(file).catch(() => undefined);
        const isRead = found?.isFile() && found.mtimeMs >= since.getTime() && found.size <= largestMail;
        if (isRead && !name.startsWith('.')) files.set(name.replace(/:.*$/, ''), file);
      }
    }
    return files;
  };
  let files = new Map<string, string>();
  return {
    async list() {
      files = await find();
      return [...files.keys()].sort();
    },
    async read(key) {
      // Somebody who opens a mail moves its file.
      if (!existsSync(files.get(key) ?? '')) files = await find();
      const file = files.get(key);
      return file === undefined ? undefined : readFile(file);
    },
    close: async () => {},
  };
}

/** A folder of an IMAP server, opened read only: nothing becomes seen. */
async function imap(url: URL, since: Date, signal: AbortSignal): Promise<Mailbox> {
  const { ImapFlow } = await import('imapflow');
  const isPlain = url.protocol === 'imap:';
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isPlain ? 143 : 993),
    secure: !isPlain,
    auth: { user: percentDecoded(url.username), pass: percentDecoded(url.password) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    logger: false,
  });
  // What fails later is told by the command that fails.
  client.on('error', () => {});
  signal.addEventListener('abort', () => client.close());
  await client.connect();
  const opened = await client.mailboxOpen(percentDecoded(url.pathname.slice(1)) || 'INBOX', { readOnly: true });
  return {
    async list() {
      const found = await client.search({ since }, { uid: true });
      return (found || []).map((uid) => `${opened.uidValidity} ${uid}`);
    },
    async read(key) {
      const uid = key.split(' ')[1] ?? '';
      const message = await client.fetchOne(uid, { source: { maxLength: largestMail + 1 } }, { uid: true });
      const source = message ? message.source : undefined;
      return source === undefined || source.length > largestMail ? undefined : source;
    },
    close: () => client.logout().catch(() => client.close()),
  };
}
