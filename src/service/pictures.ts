import { request } from 'undici';
import { openPool, readCapped, TooLarge } from '../base/http.ts';
import {
  type FetchedPicture,
  type FetchPicture,
  largestPictureBytes,
  NoPicture,
  pictureTypeOf,
} from '../records/picture.ts';
import type { SearchClient } from './http/client.ts';

const timeoutMs = 10_000;

/**
 * From the service's own address and nowhere else: the address in a record is the service's text, and must not make us
 * call hosts of our network. @param service the token goes to its origin only; each call waits for its turn
 */
export function createFetchPicture(service: {
  readonly baseUrl: string;
  readonly token: string;
  readonly inTurn: SearchClient['inTurn'];
}): FetchPicture {
  const { origin } = new URL(service.baseUrl);
  const dispatcher = openPool({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (url, signal) => {
    if (new URL(url).origin !== origin)
      throw new NoPicture(`the picture is not on the service's own address, ${origin}`);
    return service.inTurn(() => fetch(url, signal), signal);
  };

  async function fetch(url: string, signal: AbortSignal): Promise<FetchedPicture> {
    const response = await request(url, {
      headers: { authorization: `Bearer ${service.token}` },
      dispatcher,
      signal,
    });
    const { statusCode } = response;
    const bytes = await readCapped(response.body, largestPictureBytes, 'picture').catch((error: unknown) => {
      throw error instanceof TooLarge ? new NoPicture(error.message) : error;
    });
    if (statusCode !== 200) {
      const Kind = statusCode === 429 || statusCode >= 500 ? Error : NoPicture;
      throw new Kind(`the service responded ${statusCode} for a picture`);
    }
    const declared = String(response.headers['content-type'] ?? '').split(';')[0] ?? '';
    const contentType = pictureTypeOf(bytes, declared.trim().toLowerCase());
    if (contentType === undefined) throw new NoPicture('the service responded with something that is no picture');
    return { contentType, bytes };
  }
}
