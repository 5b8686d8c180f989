import { type FetchedPicture, type FetchPicture, largestPictureBytes } from '../../records/picture.ts';

export interface EmbeddedPicture {
  /** Its Content-ID without brackets, unique in the world: `picture-1.alert-42.counsel@example.com`. */
  readonly cid: string;
  /** http(s), as the service gave it: fetched only when it is on the service's own address. */
  readonly url: string;
  readonly alt: string;
}

/** For all pictures of a mail: words stand in place of those that are missing then, because the news must not wait. */
const totalTimeoutMs = 40_000;
const atOnce = 4;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** One that fails, is too large or is no picture is left out: an alert without it is better than none. */
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
  return bytes.length <= largestPictureBytes && Object.hasOwn(extensions, contentType);
}

/** Whether each picture that was asked for could be had, by its address. */
export type PicturesHad = ReadonlyMap<string, boolean>;

export type PictureAttachment = ReturnType<typeof attachPictures>[number];

export function attachPictures(pictures: readonly EmbeddedPicture[], fetched: ReadonlyMap<string, FetchedPicture>) {
  return pictures.flatMap(({ cid, url }, index) => {
    const picture = fetched.get(url);
    if (picture === undefined) return [];
    const { contentType, bytes } = picture;
    const filename = `picture-${index + 1}.${extensions[contentType] ?? 'bin'}`;
    return [{ cid, filename, contentType, content: Buffer.from(bytes), contentDisposition: 'inline' }];
  });
}
