import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { SMTPServer } from 'smtp-server';

/** A server on this machine that writes each message it receives into a folder. */
export interface Catcher {
  readonly url: string;
  close(): Promise<void>;
}

/** Replaces a mail server; each mail becomes an .eml file. */
export async function startMailCatcher(folder: string): Promise<Catcher> {
  await mkdir(folder, { recursive: true });
  let caught = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address.split('@')[0] ?? 'nobody';
      caught += 1;
      const file = join(folder, `${String(caught).padStart(2, '0')}-${to.replace(/[^\w.-]/g, '_')}.eml`);
      pipeline(stream, createWriteStream(file)).then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Replaces a Slack webhook, and writes each message into a folder, as JSON. */
export async function startSlackCatcher(folder: string): Promise<Catcher> {
  await mkdir(folder, { recursive: true });
  let caught = 0;
  const server = createServer(async (request, response) => {
    const message = await json(request);
    caught += 1;
    const file = join(folder, `${String(caught).padStart(2, '0')}-slack.json`);
    await writeFile(file, `${JSON.stringify(message, null, 2)}\n`);
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/slack`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
