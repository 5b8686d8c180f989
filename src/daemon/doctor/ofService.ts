import { reach } from '../../base/http/reach.ts';
import { userAgent } from '../../base/version.ts';
import { counted } from '../../base/words/sentence.ts';
import { loadKeySuspension, serviceKeyOf } from '../../check/admission/admit.ts';
import type { Config, ServiceConfig } from '../../config/config.ts';
import type { FetchPicture } from '../../records/picture.ts';
import { hasCalled } from '../../schedule/pace/sharedPaceQueries.ts';
import { lastCompleteCheckAt } from '../../schedule/watchStatusQueries.ts';
import { createFetchPicture } from '../../service/pictures.ts';
import { loadRecords, newestDesignId } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import { type Finding, failed, found, ok, warning, withCertificate } from './finding.ts';

const largestDifferenceMs = 60_000;
const setClock = 'Set the clock of this machine, and have a time service (NTP) keep it.';

/** @param db undefined where there is no database to read. */
export async function serviceFindings(config: Config, db: Db | undefined, clock: () => Date): Promise<Finding[]> {
  const { baseUrl } = config.service;
  if (baseUrl === 'sandbox') {
    const todo = 'Set service.baseUrl (TIPSTAFF_BASE_URL) and the token to watch real records.';
    return [warning('service', 'this asks the built-in sandbox: made-up records', todo)];
  }
  const { findings, status } = await reachService(config.service, clock);
  return [...findings, await keyFinding(config.service, status, db), await pictureFinding(config.service, db)];
}

/** A GET is not charged: both operations are POST. Some services say already here that they refuse the token. */
async function reachService({ baseUrl, token }: ServiceConfig, clock: () => Date) {
  const { host } = new URL(baseUrl);
  try {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
    const reached = await reach(`${baseUrl}/api/v3/pacer`, { method: 'GET', headers });
    const now = clock();
    const service = withCertificate('service', `${host} responds`, reached.certificateUntil, now);
    return { status: reached.status, findings: [service, clockFinding(host, reached, now)] };
  } catch (error) {
    const todo = `Make ${host} reachable: its name, the network, a firewall, HTTPS_PROXY, or service.baseUrl.`;
    return {
      status: undefined,
      findings: [
        await found('service', todo, () => Promise.reject(error)),
        warning('clock', 'could not be compared, because the service does not respond', setClock),
      ],
    };
  }
}

function clockFinding(host: string, { date, tookMs }: { date: Date | undefined; tookMs: number }, now: Date): Finding {
  if (date === undefined) return warning('clock', `${host} shows no time to compare with`, setClock);
  const aheadMs = now.getTime() - tookMs / 2 - date.getTime();
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) <= largestDifferenceMs) return ok('clock', `agrees with that of ${host}`);
  const detail = `is ${counted(seconds, 'second')} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${host}`;
  return failed('clock', detail, setClock);
}

async function keyFinding(service: ServiceConfig, status: number | undefined, db: Db | undefined): Promise<Finding> {
  const check = 'key';
  const todo =
    'Correct the token (TIPSTAFF_TOKEN, or service.token) or the account with the service, then: tipstaff check.';
  if (status === 401 || status === 403) return failed(check, `the service refuses it (HTTP ${status})`, todo);
  return found(check, todo, async () => {
    const suspension = db && (await loadKeySuspension(db, service));
    if (suspension !== undefined) {
      const { since, reason, nextProbeAt } = suspension;
      return failed(check, `suspended since ${since}: ${reason} Next try at ${nextProbeAt}.`, todo);
    }
    // What was accepted may have been another key.
    const isKnown = db !== undefined && (await hasCalled(db, serviceKeyOf(service)));
    const complete = isKnown ? await lastCompleteCheckAt(db) : undefined;
    if (complete !== undefined) return ok(check, `last accepted by the service at ${complete.toISOString()}`);
    const detail = 'not refused; whether the service accepts it can only be known by a call that costs credits';
    return warning(check, detail, 'tipstaff check makes one, and says so if the key is refused.');
  });
}

/** One picture of the newest design: pictures are not charged. */
async function pictureFinding({ baseUrl, token }: ServiceConfig, db: Db | undefined): Promise<Finding> {
  const id = db && (await newestDesignId(db));
  const record = db && id !== undefined ? (await loadRecords(db, [id])).get(id)?.record : undefined;
  const url = record?.type === 'design' ? record.images?.[0]?.url : undefined;
  if (url === undefined) return ok('pictures', 'no design with a picture is stored yet');
  const fetchPicture: FetchPicture = createFetchPicture({ baseUrl, token, inTurn: (call) => call() });
  const todo = 'Alerts go without pictures until the service serves them to this key.';
  return found('pictures', todo, async () => {
    const { bytes } = await fetchPicture(url, AbortSignal.timeout(10_000));
    return ok('pictures', `one of the newest design came, ${bytes.length} bytes`);
  });
}
