import type { CallAccount } from '../../src/service/http/client.ts';

/** An account without a limit, which stores nothing. */
export function anAccount(count: CallAccount['count']): CallAccount {
  return { count, affordsPage: async () => true, storeIn: async () => {}, settle: async () => {} };
}
