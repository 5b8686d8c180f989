import { connect, type Service } from '../check/admission/connect.ts';
import { type Program, requireSameService } from '../daemon/program.ts';

type ServiceParts = Pick<Program, 'config' | 'store' | 'clock' | 'log'>;

/** @param options.readOnly for a check that stores nothing. @throws TipstaffError `store.other-service`. */
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
