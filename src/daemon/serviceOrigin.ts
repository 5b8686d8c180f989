import { TipstaffError } from '../base/errors.ts';
import { firstSetting, readSetting, type Store, writeSetting } from '../store/store.ts';

const setting = 'service-origin';

/** Whose records a service shows: its address without credentials or query, or `sandbox`. */
export function serviceOrigin(baseUrl: string): string {
  if (baseUrl === 'sandbox') return baseUrl;
  const { protocol, host, pathname } = new URL(baseUrl);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Refuses to compare the records of one service with those stored of another: everything would be reported as new, and
 * as gone. A database belongs to the first service that it is used with.
 * @param options.readOnly leaves a database without a service as it is.
 * @throws TipstaffError `store.other-service`.
 */
export async function requireSameService(
  store: Store,
  config: { readonly service: { readonly baseUrl: string } },
  { readOnly = false } = {},
): Promise<void> {
  const origin = serviceOrigin(config.service.baseUrl);
  const known = await readSetting<string>(store.db, setting);
  if (known === undefined && !readOnly) return claimDatabase(store, config);
  if (known !== undefined && known !== origin) throw otherService(store.name, known, origin);
}

/** Where two processes begin at once, the first decides. */
async function claimDatabase(store: Store, config: Parameters<typeof requireSameService>[1]): Promise<void> {
  await store.transaction(async (trx) => {
    const origin = serviceOrigin(config.service.baseUrl);
    const known = await firstSetting(trx, setting, () => origin);
    if (known !== origin) throw otherService(store.name, known, origin);
  });
}

/**
 * The service has moved: the database belongs to its new address from now on.
 * @returns the address before, undefined when there was none.
 * @throws TipstaffError `store.other-service` between the sandbox and a real service, which are never the same.
 */
export async function adoptService(
  store: Store,
  config: Parameters<typeof requireSameService>[1],
): Promise<string | undefined> {
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
