import { createSearchClient, type SearchClient } from '../search/client.ts';
import type { Program } from './program.ts';

/** The search service as configured; `sandbox` is started with it and ended with it. */
export interface Service {
  readonly client: SearchClient;
  /** Where it answers, without trailing slash. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function openService(program: Pick<Program, 'config' | 'clock' | 'log'>): Promise<Service> {
  const { config } = program;
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

function connect({ config, clock, log }: Pick<Program, 'config' | 'clock' | 'log'>, baseUrl: string): Service {
  const client = createSearchClient({ config: { ...config.service, baseUrl }, clock, log });
  return { client, baseUrl, close: () => client.close() };
}
