import type { CallAccount } from '../../src/service/http/client.ts';

/** An account that stores nothing. */
export function anAccount(count: CallAccount['count']): CallAccount {
  return { count, storeIn: async () => {}, settle: async () => {} };
}
