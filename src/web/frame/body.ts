import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

/** How much of a body is read. */
export interface BodyLimits {
  readonly bytes: number;
  /** Until all of it has to be there; undefined: its sender is signed in, and has as long as the server gives. */
  readonly seconds?: number | undefined;
}

/** Why a body was not read, or not to its end. */
export interface Unread {
  readonly why: string;
  readonly status: 403 | 408 | 413;
}

/** @throws HTTPException 400 when the sender goes away meanwhile */
export async function readBody(c: Context, limits: BodyLimits): Promise<Buffer | Unread> {
  if (Number(c.req.header('content-length')) > limits.bytes) return tooLarge(limits);
  const { incoming } = c.env as Partial<HttpBindings>;
  if (limits.seconds === undefined && incoming !== undefined) ofViewers.add(incoming);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unread>((resolve) => {
    if (limits.seconds !== undefined) timer = setTimeout(resolve, limits.seconds * 1000, tooSlow(limits.seconds));
  });
  try {
    return await Promise.race([readParts(c, limits), late]);
  } catch (cause) {
    throw new HTTPException(400, { message: 'The form could not be read.\n', cause });
  } finally {
    clearTimeout(timer);
  }
}

async function readParts(c: Context, limits: BodyLimits): Promise<Buffer | Unread> {
  const reader = c.req.raw.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return Buffer.concat(parts);
    size += value.length;
    // The server closes the connection when the refusal is sent: nobody reads the rest.
    if (size > limits.bytes) return tooLarge(limits);
    parts.push(value);
  }
}

function tooLarge({ bytes }: BodyLimits): Unread {
  return { why: `The form holds more than ${bytes / 1024} KB. Go back and shorten it.`, status: 413 };
}

function tooSlow(seconds: number): Unread {
  return { why: `The form was not here within ${seconds} seconds. Go back and send it again.`, status: 408 };
}

const ofViewers = new WeakSet<IncomingMessage>();

/** Whether a request waits for the body of somebody who has not signed in: such a connection may be closed. */
export function waitsForStranger(request: IncomingMessage): boolean {
  return !request.complete && !ofViewers.has(request);
}
