import { isIP } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { TipstaffError } from '../base/errors.ts';
import type { WebhookNudges } from '../config/readNudges.ts';
import { clientAddress, isAmongNetworks } from '../people/signIn/whoLooks.ts';
import { takeIn } from '../schedule/nudges/followNudges.ts';
import { type Call, callId, isSigned, readCall, refusedUnread } from '../schedule/nudges/signals.ts';
import { openLiveConfig } from '../schedule/ownWatches.ts';
import type { Reload } from '../store/processes.ts';
import { readBody } from './frame/ownForm.ts';
import { mailPath, mailPolicy } from './pages/alerts/alertMail.ts';
import { type ReadersParts, serveReaders, type WebParts } from './readersApp.ts';
import { inTime, type Obstacle, startReadiness } from './readiness.ts';
import { challenge, isSameSecret, viewerOfRequest } from './visit/visit.ts';

export function createApp(atStart: WebParts) {
  const app = new Hono();
  const live = openLiveConfig(atStart.store, atStart.config);
  const { log, metrics } = atStart;
  const parts: ReadersParts = {
    ...atStart,
    noteAttempt: ({ outcome, name, ...attempt }) => {
      metrics.countSignIn(outcome);
      log[outcome === 'accepted' ? 'info' : 'warn']({ user: name, ...attempt }, `sign-in ${outcome}`);
    },
    get config() {
      return live.config;
    },
    get wholeConfig() {
      return live.config;
    },
  };
  secure(app, parts.config);
  if (parts.config.http.accessLog) app.use(accessLog(parts));
  // Alive means that the event loop runs. What a restart cannot mend, such as an absent database, belongs to /readyz.
  app.get('/healthz', (c) => c.json({ alive: true }));
  const findReadiness = serveReadiness(app, parts);
  app.use(async (_c, next) => {
    await inTime(live.look()).catch((err) =>
      parts.log.error({ err }, 'edited watches cannot be used; the former ones are shown'),
    );
    await next();
  });
  app.get('/metrics', async (c) => showMetrics(c, parts, (await findReadiness(parts.clock())).obstacles));
  if (parts.pages !== false) {
    receiveNudges(app, parts);
    serveReaders(app, parts);
  }
  app.onError((err, c) => {
    // The request was refused, for example because its form is too large. Nothing in Tipstaff failed.
    if (err instanceof HTTPException) return err.getResponse();
    if (err instanceof TipstaffError && err.code === 'web.busy') {
      c.header('retry-after', '5');
      return c.text(`${err.message}\n`, 503);
    }
    parts.log.error({ err, path: openPath(c) }, 'a page could not be made');
    return c.text('Tipstaff could not make this page; its log says why.\n', 500);
  });
  return app;
}

async function showMetrics(c: Context, { config, metrics, lastReload }: WebParts, obstacles: readonly Obstacle[]) {
  const { metricsToken } = config.http;
  const sent = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (metricsToken !== undefined && !isSameSecret(sent, metricsToken)) {
    challenge(c, 'api');
    return c.text('Send Authorization: Bearer TOKEN with the token of http.metricsToken.\n', 401);
  }
  const text = await metrics.read(config, obstacles, lastReload?.());
  return c.body(text, 200, { 'content-type': metrics.contentType });
}

function serveReadiness(app: Hono, parts: WebParts): ReturnType<typeof startReadiness> {
  const findReadiness = startReadiness(parts.store, () => parts.config, parts);
  const sandbox = parts.config.service.baseUrl === 'sandbox';
  app.get('/readyz', async (c) => {
    const { obstacles, channelsDown } = await findReadiness(parts.clock());
    const ready = obstacles.length === 0;
    const down = channelsDown.length > 0 ? { channelsDown } : {};
    const refused = configRefused(parts.lastReload?.());
    return c.json({ ready, ...(sandbox ? { sandbox } : {}), obstacles, ...down, ...refused }, ready ? 200 : 503);
  });
  return findReadiness;
}

/** Returns only the places of mistakes, because /readyz needs no sign-in and the words may quote a search. */
function configRefused(last: Reload | undefined) {
  if (last === undefined || last.ok) return {};
  const mistakes = last.words.map((words) => /^\S+:\d+:\d+/.exec(words)?.[0] ?? 'see the log');
  return { configRefused: { at: last.at, mistakes } };
}

const pagePolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

const permissionsPolicy = Object.fromEntries(
  ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'payment', 'usb'].map(
    (feature) => [feature, []],
  ),
);

function secure(app: Hono, config: WebParts['config']): void {
  const { hsts, publicUrl } = config.http;
  const everyPolicy = {
    // With this header, browsers would block a mail in its frame, which has no origin.
    originAgentCluster: false,
    // One year. The proxy in front of Tipstaff serves https.
    strictTransportSecurity: hsts && publicUrl?.startsWith('https:') ? 'max-age=31536000' : false,
    // For older browsers. Newer browsers use the content policy.
    xFrameOptions: 'DENY',
    permissionsPolicy,
  };
  // The middleware added first sets its headers last, so mails keep their own policy.
  app.use(mailPath, secureHeaders({ contentSecurityPolicy: mailPolicy, ...everyPolicy }));
  app.use(secureHeaders({ contentSecurityPolicy: pagePolicy, ...everyPolicy }), keptByNobody, onlyOwnHosts(config));
}

/** Prevents caching of health, metrics, refusals and "not found", which are true only now. */
const keptByNobody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status === 404 || !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
};

function onlyOwnHosts(config: WebParts['config']): MiddlewareHandler {
  const { host, publicUrl } = config.http;
  const names = [host.toLowerCase(), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return async (c, next) => {
    // The request line may name a different host than the header.
    const isOwn = isOwnHost(c.req.header('host'), names) && isOwnHost(new URL(c.req.url).host, names);
    if (isOwn) return next();
    return c.text('This server is not known by that name. Set http.publicUrl to the address that readers use.\n', 421);
  };
}

/**
 * Defends against DNS rebinding, for which an attacker needs a public name. Accepts addresses and names without a dot
 * (localhost, a container's name). Any other name must be in `names`. The port does not matter.
 */
function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  const host = header?.toLowerCase().replace(/:\d+$/, '') ?? '';
  if (host === '') return false;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !host.includes('.') || host.endsWith('.localhost') || names.includes(host);
}

/** Returns the path of a request with `…` for the secret of a feed, a nudge or an acknowledgement. */
function openPath({ req: { path } }: Context): string {
  return path.replace(/^(\/feeds\/)[^/]+\/(?=[^/]+$)/, '$1…/').replace(/^(\/nudges\/[^/]+\/|\/acknowledge\/).+/, '$1…');
}

/** Machines request these paths every few seconds. */
const notLogged = /^\/(healthz|readyz|metrics|assets\/.*)$/;

/** Does not log the query, which may contain the key of a link. */
function accessLog({ config, clock, log }: WebParts): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = clock().getTime();
    await next();
    if (notLogged.test(c.req.path)) return;
    const viewer = viewerOfRequest(c);
    log.info(
      {
        path: openPath(c),
        method: c.req.method,
        status: c.res.status,
        who: viewer?.name,
        key: viewer?.key,
        address: clientAddress(c, config.http),
        milliseconds: clock().getTime() - startedAt,
      },
      'request',
    );
  };
}

const callLimits = { bytes: 256 * 1024, seconds: 5 };
const [mostCalls, perMs] = [60, 60_000];

/**
 * Receives `POST /nudges/NAME`, or `POST /nudges/NAME/SECRET` from senders that cannot sign, without a session or form.
 * A refused call leaves nothing behind. An accepted call is stored before the response.
 */
function receiveNudges(app: Hono, parts: WebParts): void {
  const tooMany = limitCalls();
  app.post('/nudges/:name/:secret?', async (c) => {
    const source = sourceOf(parts, c);
    const refused = source && refusedUnread(source, callOf(c), parts.clock());
    if (source === undefined || refused === 'unknown') return c.text('404 Not Found', 404);
    if (refused !== undefined) return c.text(`The call is refused: ${refused}.\n`, 401);
    const read = await readBody(c, callLimits);
    if ('why' in read) return c.text('A call has at most 256 KB and arrives within 5 seconds.\n', read.status);
    const body = read.toString();
    if (!isSigned(source, callOf(c), body)) return c.text('The call is refused: its signature is wrong.\n', 401);
    if (tooMany(source.name, parts.clock())) {
      c.header('retry-after', '60');
      return c.text(`At most ${mostCalls} calls a minute are accepted.\n`, 429);
    }
    const said = readCall(source, body, callId(callOf(c), body));
    if (said === undefined) return c.text('The body has the wrong form. See nudges in docs/config.md.\n', 400);
    const matched = await parts.store.transaction(async (trx) => {
      let about = 0;
      for (const { court, signals } of said)
        about += await takeIn(trx, { source: source.name, court }, signals, parts.clock());
      return about;
    });
    parts.log.info({ source: source.name, signals: said.length, matched }, 'a nudge came');
    return c.json({ accepted: true }, 202);
  });
}

/** Returns the webhook of a call, or undefined if its sender may not call the webhook. */
function sourceOf({ config }: WebParts, c: Context): WebhookNudges | undefined {
  const name = c.req.param('name') ?? '';
  const source = Object.hasOwn(config.nudges, name) ? config.nudges[name] : undefined;
  if (source?.type !== 'webhook') return undefined;
  const isAllowed = source.from === undefined || isAmongNetworks(source.from, clientAddress(c, config.http));
  return isAllowed ? source : undefined;
}

const callOf = (c: Context): Call => ({ secret: c.req.param('secret'), header: (name) => c.req.header(name) });

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
