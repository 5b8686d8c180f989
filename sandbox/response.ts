import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A response, and how its bytes are sent. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sending: Sending;
}

type Sending =
  | { readonly kind: 'whole' }
  /** Sends only this number of bytes, although Content-Length promises all, and closes the connection. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends this number of pieces, with a pause before each. */
  | { readonly kind: 'drip'; readonly pieces: number; readonly pauseMilliseconds: number }
  /** Resets the connection without a response. */
  | { readonly kind: 'reset' };

export function jsonResponse(status: number, value: unknown, headers: Record<string, string> = {}): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(value)),
    sending: { kind: 'whole' },
  };
}

/** Sends a response in the given way. Stops without an error if the client has gone. */
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
