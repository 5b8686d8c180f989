import { keepingPicturesOfNews } from '../../src/check/likeness/firstPictures.ts';
import { imagePathOf } from '../../src/records/design.ts';
import { createFetchPicture } from '../../src/service/http/client.ts';
import { keepingPictures, loadPicture } from '../../src/store/snapshot/recordsTable.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import type { Office } from './office.ts';

/** An HTTP server of pictures, for designs whose `IMG_DATA` names them. */
export interface PictureServer {
  readonly url: string;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
  /** Returns the status for a path. With 200 comes a picture whose content is the path. */
  status: (path: string) => number;
  /** Returns an `IMG_DATA` with these pictures. */
  imageData(...paths: string[]): { readonly IMG_DATA: readonly { readonly filename: string; readonly url: string }[] };
}

export async function openPictures(): Promise<PictureServer> {
  const asked: string[] = [];
  const { url } = await openEndpoint(({ url: path = '' }, response) => {
    asked.push(path);
    response.statusCode = pictures.status(path);
    response.setHeader('content-type', 'image/png').end(`picture ${path}`);
  });
  const pictures: PictureServer = {
    url,
    asked,
    status: () => 200,
    imageData: (...paths) => ({ IMG_DATA: paths.map((path) => ({ filename: path, url: url + path })) }),
  };
  return pictures;
}

/** The parts of an office whose pictures come from this server, at the pace of its API key, and are kept. */
export function partsWithPictures(office: Office, { url }: PictureServer) {
  const parts = office.parts();
  const { inTurn } = parts.client;
  const fetchPicture = keepingPictures(
    office.store,
    parts.clock,
    createFetchPicture({ baseUrl: url, token: 'secret-token', inTurn }),
  );
  return { ...parts, fetchPicture, keepPictures: keepingPicturesOfNews(office.store, fetchPicture) };
}

/** Returns the picture that is kept under a path, or undefined. */
export async function keptAt({ store }: Office, path: string): Promise<string | undefined> {
  const kept = await loadPicture(store.db, imagePathOf(path));
  return kept && Buffer.from(kept.bytes).toString();
}
