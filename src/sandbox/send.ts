import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxResponse } from './response.ts';

/** Puts a response on the wire, in the way it says. Ends early, without an error, when the client has gone. */
export async function send(response: ServerResponse, content: SandboxResponse): Promise<void> {
  const { status, headers, body, sending } = content;
  if (sending.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  switch (sending.kind) {
    case 'whole':
      response.end(body);
      return;
    case 'cut':
      response.write(body.subarray(0, sending.bytes), () => response.socket?.destroySoon());
      return;
    case 'drip':
      await drip(response, body, sending.pieces, sending.pauseMilliseconds);
      return;
  }
}

async function drip(response: ServerResponse, body: Buffer, pieces: number, pauseMilliseconds: number): Promise<void> {
  const length = Math.max(1, Math.ceil(body.length / pieces));
  for (let start = 0; start < body.length && !response.destroyed; start += length) {
    await pause(pauseMilliseconds, undefined, { ref: false });
    response.write(body.subarray(start, start + length));
  }
  response.end();
}
