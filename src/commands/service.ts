import { createSearchClient, type SearchClient } from '../search/client.ts';
import type { Program } from './program.ts';

/** The search service as configured; `sandbox` is started with it and ended with it. */
export interface Service {
  readonly client: SearchClient;
  /** Where it answers, without trailing slash. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function openService({ config, clock }: Pick<Program, 'config' | 'clock'>): Promise<Service> {
  if (config.service.baseUrl !== 'sandbox') return connect(config.service, config.service.baseUrl, clock);
  const { startSandbox } = await import('../sandbox/startSandbox.ts');
  const sandbox = await startSandbox({ tokens: [config.service.token] });
  const service = connect(config.service, sandbox.url, clock);
  return {
    ...service,
    close: async () => {
      await service.close();
      await sandbox.close();
    },
  };
}

function connect(config: Program['config']['service'], baseUrl: string, clock: () => Date): Service {
  const client = createSearchClient({ config: { ...config, baseUrl }, clock });
  return { client, baseUrl, close: () => client.close() };
}
