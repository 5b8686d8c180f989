import { request } from 'undici';
import { openPool, readCapped, TooLarge } from '../base/http/response.ts';
import type { SearchClient } from './http/client.ts';

/** A picture that a message shows from inside itself. */
export interface EmbeddedPicture {
  /** Its Content-ID without brackets, unique in the world: `picture-1.alert-42.counsel@example.com`. */
  readonly cid: string;
  /** http(s), as the service gave it: fetched only when it is on the service's own address. */
  readonly url: string;
  readonly alt: string;
}

export interface FetchedPicture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The service is there, and has no such picture for us: asking again soon is no use. */
export class NoPicture extends Error {}

/**
 * Fetches a picture of the service's. It must refuse every address that is not the service's own.
 * @throws NoPicture where there is none, any other error where the service cannot be asked now
 */
export type FetchPicture = (url: string, signal: AbortSignal) => Promise<FetchedPicture>;

const largestBytes = 200 * 1024;
/** For all pictures of a mail: words stand in place of those that are missing then, because the news must not wait. */
const totalTimeoutMs = 40_000;
const atOnce = 4;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/**
 * Those that can be had, by their addresses. One that fails, is too large or is no picture is left out: an alert
 * without it is better than none.
 */
export async function fetchPictures(
  urls: readonly string[],
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FetchedPicture>> {
  const fetched = new Map<string, FetchedPicture>();
  if (fetchPicture === undefined) return fetched;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
  const fetchOne = async (url: string) => {
    const picture = await fetchPicture(url, limited).catch(() => undefined);
    if (picture !== undefined && isShown(picture)) fetched.set(url, picture);
  };
  for (let start = 0; start < urls.length; start += atOnce) {
    await Promise.all(urls.slice(start, start + atOnce).map(fetchOne));
  }
  return fetched;
}

function isShown({ contentType, bytes }: FetchedPicture): boolean {
  return bytes.length <= largestBytes && Object.hasOwn(extensions, contentType);
}

/** Whether each picture that was asked for could be had, by its address. */
export type PicturesHad = ReadonlyMap<string, boolean>;

export type PictureAttachment = ReturnType<typeof attachPictures>[number];

/** Pictures as attachments that the HTML shows by `cid:`. */
export function attachPictures(pictures: readonly EmbeddedPicture[], fetched: ReadonlyMap<string, FetchedPicture>) {
  return pictures.flatMap(({ cid, url }, index) => {
    const picture = fetched.get(url);
    if (picture === undefined) return [];
    const { contentType, bytes } = picture;
    const filename = `picture-${index + 1}.${extensions[contentType] ?? 'bin'}`;
    return [{ cid, filename, contentType, content: Buffer.from(bytes), contentDisposition: 'inline' }];
  });
}

/**
 * The first bytes of each kind of picture that mail programs and browsers show and that can contain no script, as
 * Latin-1.
 */
const beginnings: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
];
const longestBeginning = 64;

/**
 * What these bytes are. Their own beginning counts before the name that they came under: stores of files call any
 * picture
 * `application/octet-stream` or `image/jpg`, and pages of errors come under the type of the picture.
 * @param declared the content type that came with them
 * @returns undefined for what is no such picture: nothing at all, a page, JSON, SVG
 */
export function pictureTypeOf(bytes: Uint8Array, declared: string): string | undefined {
  const start = Buffer.from(bytes.subarray(0, longestBeginning)).toString('latin1');
  const known = beginnings.find(([, beginning]) => beginning.test(start));
  if (known !== undefined) return known[0];
  const isText = /^(?:\xef\xbb\xbf)?\s*(?:[<{[]|$)/.test(start);
  return isText ? undefined : beginnings.find(([type]) => type === declared)?.[0];
}

const timeoutMs = 10_000;

/**
 * Fetches pictures from the service's own address and from nowhere else: the address in a record is the service's text,
 * and must not make us call other hosts from within our network.
 * @param service its base URL, as the client calls it, the token, which goes to that origin only, and the key's pace,
 * in which each call waits for its turn.
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
    const bytes = await readCapped(response.body, largestBytes, 'picture').catch((error: unknown) => {
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
