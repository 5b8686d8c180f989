import { createFetchPicture } from '../channels/pictures/fetchPicture.ts';
import { keepingPictures } from '../channels/pictures/keptPictures.ts';
import type { FetchPicture } from '../channels/pictures/pictures.ts';
import { createSearchClient, type SearchClient } from '../search/http/client.ts';
import type { Program } from './program.ts';
import { requireSameService } from './serviceOrigin.ts';

/** The search service as configured; `sandbox` is started with it and ended with it. */
export interface Service {
  readonly client: SearchClient;
  /** Its address, without trailing slash. */
  readonly baseUrl: string;
  /** A picture of its own, as it was when it was first reported. */
  readonly fetchPicture: FetchPicture;
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
  const { startSandbox } = await import('../sandbox/startSandbox.ts');
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

/** The service at an address that is known by now. */
export function connect({ config, store, clock, log }: ServiceParts, baseUrl: string): Service {
  const client = createSearchClient({ config: { ...config.service, baseUrl }, clock, log });
  const { token } = config.service;
  const fetchPicture = keepingPictures(store, clock, createFetchPicture({ baseUrl, token, inTurn: client.inTurn }));
  return { client, baseUrl, fetchPicture, close: () => client.close() };
}
