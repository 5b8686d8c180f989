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

/** Of a picture that is fetched. */
export const largestPictureBytes = 200 * 1024;

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
 * picture `application/octet-stream` or `image/jpg`, and pages of errors come under the type of the picture.
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
