import { standIn } from './standIn.ts';

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

/**
 * Fetches a picture of the service's. It must refuse every address that is not the service's own.
 * Throws when the picture cannot be fetched.
 */
export type FetchPicture = (url: string, signal: AbortSignal) => Promise<FetchedPicture>;

const largestBytes = 200 * 1024;
/** For all pictures of a mail: missing ones are replaced by placeholders then, because the news must not wait. */
const totalTimeoutMs = 40_000;
const atOnce = 4;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Pictures as attachments that the HTML shows by `cid:`. One that fails, is too large or is no picture becomes a placeholder. */
export async function embedPictures(
  pictures: readonly EmbeddedPicture[],
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
  const fetched: FetchedPicture[] = [];
  for (let start = 0; start < pictures.length; start += atOnce) {
    const some = pictures.slice(start, start + atOnce);
    fetched.push(...(await Promise.all(some.map((picture) => fetchOne(picture, fetchPicture, limited)))));
  }
  return pictures.map((picture, index) => {
    const { contentType, bytes } = fetched[index] ?? standIn;
    return {
      cid: picture.cid,
      filename: `picture-${index + 1}.${extensions[contentType] ?? 'bin'}`,
      contentType,
      content: Buffer.from(bytes),
      contentDisposition: 'inline',
    };
  });
}

async function fetchOne(
  picture: EmbeddedPicture,
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
): Promise<FetchedPicture> {
  if (fetchPicture === undefined) return standIn;
  try {
    const fetched = await fetchPicture(picture.url, signal);
    return fetched.bytes.length <= largestBytes && Object.hasOwn(extensions, fetched.contentType) ? fetched : standIn;
  } catch {
    // An alert without a picture is better than none.
    return standIn;
  }
}
