import { TipstaffError } from '../base/errors.ts';
import { connect, type Service } from '../check/admission/connect.ts';
import type { NamesService } from '../config/config.ts';
import { firstSetting, readSetting, type Store, writeSetting } from '../store/store.ts';
import type { Program } from './program.ts';

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

const setting = 'service-origin';

/** Whose records a service shows: its address without credentials or query, or `sandbox`. */
export function serviceOrigin(baseUrl: string): string {
  if (baseUrl === 'sandbox') return baseUrl;
  const { protocol, host, pathname } = new URL(baseUrl);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Records of one service are never compared with those of another: all would be reported as new, and as gone.
 * @param options.readOnly leaves a database without a service as it is. @throws TipstaffError `store.other-service`.
 */
export async function requireSameService(store: Store, config: NamesService, { readOnly = false } = {}): Promise<void> {
  const origin = serviceOrigin(config.service.baseUrl);
  const known = await readSetting<string>(store.db, setting);
  // Where two processes begin at once, the first decides.
  const claim = () => store.transaction((trx) => firstSetting(trx, setting, () => origin));
  const owner = known ?? (readOnly ? origin : await claim());
  if (owner !== origin) throw otherService(store.name, owner, origin);
}

/** @returns the address before. @throws TipstaffError `store.other-service` between the sandbox and a real service */
export async function adoptService(store: Store, config: NamesService): Promise<string | undefined> {
  const origin = serviceOrigin(config.service.baseUrl);
  return store.transaction(async (trx) => {
    const known = await readSetting<string>(trx, setting);
    const isSandbox = [known, origin].includes('sandbox');
    if (known !== undefined && known !== origin && isSandbox) throw otherService(store.name, known, origin);
    await writeSetting(trx, setting, origin);
    return known;
  });
}

function otherService(database: string, known: string, origin: string): TipstaffError {
  const remedy = [known, origin].includes('sandbox')
    ? 'The sandbox shows made-up records, so the two never share a database.'
    : 'If the service has moved, accept its new address with: tipstaff migrate --adopt-service.';
  return new TipstaffError(
    'store.other-service',
    `The database ${database} holds records of ${named(known)}, but the config names ${named(origin)}: what one has ` +
      'and the other has not would be reported as news. Check service.baseUrl (TIPSTAFF_BASE_URL), or name another ' +
      `one under "database". ${remedy}`,
  );
}

function named(origin: string): string {
  return origin === 'sandbox' ? 'the built-in sandbox' : origin;
}
