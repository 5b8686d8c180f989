import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Catcher } from './mailCatcher.ts';

/** Stands where a Slack webhook would, and writes each message that it takes into a folder, as JSON. */
export async function startSlackCatcher(folder: string): Promise<Catcher> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  const server = createServer(async (request, response) => {
    const message = await json(request);
    const file = join(folder, `${String(files.length + 1).padStart(2, '0')}-slack.json`);
    files.push(file);
    await writeFile(file, `${JSON.stringify(message, null, 2)}\n`);
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/slack`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
