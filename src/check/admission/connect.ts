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

/** All processes of the database share its pace, pictures included. */
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
    /** Without trailing slash. */
    baseUrl,
    /** As it was when it was first reported. */
    fetchPicture,
    /** The same, but what it fetches is not stored. */
    fetchUnkept,
    keepPictures: keepingPicturesOfNews(store, fetchPicture),
    close: () => client.close(),
  };
}

/** At once, whatever the pace: for somebody who asks whether pictures come. */
export function fetchPictureNow({ baseUrl, token }: ServiceConfig): FetchPicture {
  return createFetchPicture({ baseUrl, token, inTurn: (call) => call() });
}
