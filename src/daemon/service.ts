import { loadKeySuspension, serviceKeyOf } from '../check/admission/keySuspension.ts';
import type { KeepPictures } from '../check/checkParts.ts';
import { keepingPicturesOfNews } from '../evidence/firstPictures.ts';
import { openSharedPace } from '../schedule/pace/sharedPaceQueries.ts';
import { createFetchPicture } from '../service/fetchPicture.ts';
import { createSearchClient, type SearchClient } from '../service/http/client.ts';
import type { FetchPicture } from '../service/pictures.ts';
import { keepingPictures } from '../store/snapshot/picturesTable.ts';
import type { Program } from './program.ts';
import { requireSameService } from './serviceOrigin.ts';

/** The search service as configured; `sandbox` is started with it and ended with it. */
export interface Service {
  readonly client: SearchClient;
  /** Its address, without trailing slash. */
  readonly baseUrl: string;
  /** A picture of its own, as it was when it was first reported. */
  readonly fetchPicture: FetchPicture;
  /** The same, but what it fetches is not stored. */
  readonly fetchUnkept: FetchPicture;
  readonly keepPictures: KeepPictures;
  close(): Promise<void>;
}

type ServiceParts = Pick<Program, 'config' | 'store' | 'clock' | 'log'>;

/**
 * Opens the service that the database belongs to.
 * @param options.readOnly for a check that stores nothing.
 * @throws TipstaffError `store.other-service` when the database belongs to another.
 */
export async function openService(program: ServiceParts, options?: { readonly readOnly?: boolean }): Promise<Service> {
  const { config } = program;
  await requireSameService(program.store, config, options);
  if (config.service.baseUrl !== 'sandbox') return connect(program, config.service.baseUrl);
  const { startSandbox } = await import('../../sandbox/startSandbox.ts');
  const sandbox = await startSandbox({ tokens: [config.service.token] });
  const service = connect(program, sandbox.url);
  return {
    ...service,
    close: async () => {
      await service.close();
      await sandbox.close();
    },
  };
}

/** The service at an address that is known by now: all processes of the database share its pace, pictures included. */
export function connect({ config: { service }, store, clock, log }: ServiceParts, baseUrl: string): Service {
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
    baseUrl,
    fetchPicture,
    fetchUnkept,
    keepPictures: keepingPicturesOfNews(store, fetchPicture),
    close: () => client.close(),
  };
}
