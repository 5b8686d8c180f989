import type { Logger } from 'pino';
import type { Config, ServiceConfig } from '../../config/config.ts';
import type { FetchPicture } from '../../records/design.ts';
import { createFetchPicture, createSearchClient, type SearchClient } from '../../service/http/client.ts';
import { keepingPictures } from '../../store/snapshot/recordsTable.ts';
import type { Store } from '../../store/store.ts';
import { keepingPicturesOfNews } from '../likeness/firstPictures.ts';
import { loadKeySuspension, serviceKeyOf } from './admit.ts';
import { openSharedPace } from './sharedPaceQueries.ts';

type ConnectParts = Readonly<{ config: Pick<Config, 'service'>; store: Store; log: Logger; clock: () => Date }>;

export type Service = ReturnType<typeof connect>;

/** All processes with this database share the pace, which includes pictures. */
export function connect({ config: { service }, store, clock, log }: ConnectParts, baseUrl: string) {
  const pace = openSharedPace(store, { ...service, key: serviceKeyOf(service) });
  const client = createSearchClient({ config: { ...service, baseUrl }, clock, pace, log });
  const inTurn: SearchClient['inTurn'] = async (call, signal) => {
    const suspension = await loadKeySuspension(store.db, service);
    // Pictures can be fetched even without credits.
    if (suspension?.errorClass === 'account') throw new Error(`the key is suspended: ${suspension.reason}`);
    return client.inTurn(call, signal);
  };
  const fetchUnkept = createFetchPicture({ baseUrl, token: service.token, inTurn });
  const fetchPicture = keepingPictures(store, clock, fetchUnkept);
  return {
    client,
    /** Without a trailing slash. */
    baseUrl,
    /** Stores each picture and returns the stored one, as first fetched. */
    fetchPicture,
    /** Does not store what it fetches. */
    fetchUnkept,
    keepPictures: keepingPicturesOfNews(store, fetchPicture),
    close: () => client.close(),
  };
}

/** Fetches without waiting for the pace, to test whether pictures can be fetched. */
export function fetchPictureNow({ baseUrl, token }: ServiceConfig): FetchPicture {
  return createFetchPicture({ baseUrl, token, inTurn: (call) => call() });
}
