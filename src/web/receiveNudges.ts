import type { Context, Hono } from 'hono';
import type { WebhookNudges } from '../config/readNudges.ts';
import { clientAddress, isAmongNetworks } from '../people/signIn/whoLooks.ts';
import { takeIn } from '../schedule/nudges/followNudges.ts';
import { type Call, callId, isSigned, readCall, refusedUnread } from '../schedule/nudges/signals.ts';
import { readBody } from './frame/ownForm.ts';
import type { WebParts } from './readersApp.ts';

const callLimits = { bytes: 256 * 1024, seconds: 5 };
const [mostCalls, perMs] = [60, 60_000];

/**
 * `POST /nudges/NAME`, and for senders that cannot sign `POST /nudges/NAME/SECRET`: no session and no form. What is
 * refused costs nothing and leaves nothing behind; what is taken is stored before it is answered.
 */
export function receiveNudges(app: Hono, parts: WebParts): void {
  const tooMany = limitCalls();
  const admit = async (c: Context, next: () => Promise<void>) => {
    const source = sourceOf(parts, c.req.param('name') ?? '');
    const address = clientAddress(c, parts.config.http);
    const isAllowed = source !== undefined && (source.from === undefined || isAmongNetworks(source.from, address));
    const refused = isAllowed ? refusedUnread(source, callOf(c), parts.clock()) : 'unknown';
    if (refused === undefined) return next();
    if (refused === 'unknown') return c.notFound();
    return c.text(`The call is refused: ${refused}.\n`, 401);
  };
  const receive = async (c: Context) => {
    const source = sourceOf(parts, c.req.param('name') ?? '');
    if (source === undefined) return c.notFound();
    const read = await readBody(c, callLimits);
    if ('why' in read) return c.text('A call has 256 KB at most, and 5 seconds.\n', read.status);
    const body = read.toString();
    if (!isSigned(source, callOf(c), body)) return c.text('The call is refused: its signature is wrong.\n', 401);
    if (tooMany(source.name, parts.clock())) {
      c.header('retry-after', '60');
      return c.text(`At most ${mostCalls} calls a minute are taken.\n`, 429);
    }
    const said = readCall(source, body, callId(callOf(c), body));
    if (said === undefined) return c.text('The body has another form; docs/config.md says which, at nudges.\n', 400);
    const matched = await parts.store.transaction(async (trx) => {
      let about = 0;
      for (const { court, signals } of said)
        about += await takeIn(trx, { source: source.name, court }, signals, parts.clock());
      return about;
    });
    parts.log.info({ source: source.name, signals: said.length, matched }, 'a nudge came');
    return c.json({ accepted: true }, 202);
  };
  app.post('/nudges/:name/:secret?', admit, receive);
}

function sourceOf({ config }: WebParts, name: string): WebhookNudges | undefined {
  const source = Object.hasOwn(config.nudges, name) ? config.nudges[name] : undefined;
  return source?.type === 'webhook' ? source : undefined;
}

function callOf(c: Context): Call {
  return { secret: c.req.param('secret'), header: (name) => c.req.header(name) };
}

/** Counts the calls of each source that were taken for its own. */
function limitCalls(): (source: string, now: Date) => boolean {
  const recent = new Map<string, number[]>();
  return (source, now) => {
    const times = (recent.get(source) ?? []).filter((at) => at > now.getTime() - perMs);
    if (times.length < mostCalls) times.push(now.getTime());
    else return true;
    recent.set(source, times);
    return false;
  };
}
