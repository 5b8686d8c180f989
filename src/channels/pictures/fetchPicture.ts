import { request } from 'undici';
import { readCapped } from '../../http/cappedBody.ts';
import { openPool } from '../../http/pool.ts';
import type { FetchPicture } from './pictures.ts';

const largestBytes = 200 * 1024;
const timeoutMs = 10_000;

/**
 * Fetches pictures from the service's own address and from nowhere else: the address in a record is the service's text, and
 * must not make us call other hosts from within our network.
 * @param service its base URL, as the client calls it, and the token, which goes to that origin only.
 */
export function createFetchPicture(service: { readonly baseUrl: string; readonly token: string }): FetchPicture {
  const { origin } = new URL(service.baseUrl);
  const dispatcher = openPool({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (url, signal) => {
    if (new URL(url).origin !== origin) throw new Error(`the picture is not on the service's own address, ${origin}`);
    const response = await request(url, {
      headers: { authorization: `Bearer ${service.token}` },
      dispatcher,
      signal,
    });
    const contentType =
      String(response.headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim() ?? '';
    const bytes = await readCapped(response.body, largestBytes, 'picture');
    if (response.statusCode !== 200) throw new Error(`the service responded ${response.statusCode} for a picture`);
    return { contentType, bytes };
  };
}
