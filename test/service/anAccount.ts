import type { CallAccount } from '../../src/service/http/client.ts';

/** An account that stores nothing but the end of turns. */
export function anAccount(count: CallAccount['count']): CallAccount {
  const account: CallAccount = {
    count,
    async store(trx) {
      const { turn } = account;
      await turn?.end(trx);
      turn?.left();
      account.turn = undefined;
    },
    async settle() {
      await account.turn?.leave();
      account.turn = undefined;
    },
    turn: undefined,
  };
  return account;
}
