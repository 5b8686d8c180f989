import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface KeptMail {
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly recipients: readonly string[];
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly KeptMail[];
  readonly server: SMTPServer;
}

/** Returns the error with which the server refuses a mail. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Opens a real mail server on a free port, which keeps its mails. `afterData` may refuse a mail that arrived. */
export async function openMailServer(
  options: SMTPServerOptions = {},
  afterData?: (session: SMTPServerSession, close: () => void) => Error | undefined,
): Promise<MailServer> {
  const mails: KeptMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    ...options,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const raw = Buffer.concat(parts);
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        mails.push({ raw: raw.toString('utf8'), parsed: await simpleParser(raw), recipients });
        done(afterData?.(session, () => server.close()) ?? null);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => server.close(closed)));
  return { port: (server.server.address() as AddressInfo).port, mails, server };
}
