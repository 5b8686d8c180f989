export interface FetchedPicture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The service is there, and has no such picture for us: asking again soon is no use. */
export class NoPicture extends Error {}

/** Must refuse every address that is not the service's. @throws NoPicture; another error: it cannot be asked now */
export type FetchPicture = (url: string, signal: AbortSignal) => Promise<FetchedPicture>;

export const largestPictureBytes = 200 * 1024;

/** Of pictures that mail programs and browsers show and that contain no script, as Latin-1. */
const beginnings: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
];
const longestBeginning = 64;

/** Their beginning counts before the type under which they came. @returns undefined for no such picture */
export function pictureTypeOf(bytes: Uint8Array, declared: string): string | undefined {
  const start = Buffer.from(bytes.subarray(0, longestBeginning)).toString('latin1');
  const known = beginnings.find(([, beginning]) => beginning.test(start));
  if (known !== undefined) return known[0];
  const isText = /^(?:\xef\xbb\xbf)?\s*(?:[<{[]|$)/.test(start);
  return isText ? undefined : beginnings.find(([type]) => type === declared)?.[0];
}
