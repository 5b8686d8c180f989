import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { request } from 'undici';
import { openPool } from './response.ts';

const timeoutMs = 10_000;

/** What a server shows of itself before anything is asked of it. */
export interface Reached {
  readonly status: number;
  /** Its clock, and how long the response took. */
  readonly date: Date | undefined;
  readonly tookMs: number;
  readonly certificateUntil: Date | undefined;
}

/** For `checkServerIdentity` of TLS options: notes until when a certificate holds, and refuses what Node refuses. */
export function certificateReader() {
  let until: Date | undefined;
  return {
    checkServerIdentity: (host: string, certificate: PeerCertificate) => {
      until = new Date(certificate.valid_to);
      return checkServerIdentity(host, certificate);
    },
    until: () => until,
  };
}

/** One request without a body; follows no redirect. @throws without a response within 10 s, or for its certificate */
export async function reach(
  url: string,
  { method = 'HEAD', headers = {} }: { method?: 'HEAD' | 'GET'; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reached> {
  const certificate = certificateReader();
  const tls = { timeout: timeoutMs, checkServerIdentity: certificate.checkServerIdentity };
  const dispatcher = openPool({ connect: tls, requestTls: tls });
  const startedMs = performance.now();
  try {
    const response = await request(url, { method, headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    const tookMs = performance.now() - startedMs;
    await response.body.dump();
    const date = new Date(String(response.headers.date));
    return {
      status: response.statusCode,
      date: Number.isNaN(date.getTime()) ? undefined : date,
      tookMs,
      certificateUntil: certificate.until(),
    };
  } finally {
    await dispatcher.destroy();
  }
}
