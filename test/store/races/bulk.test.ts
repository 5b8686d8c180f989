import {
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type RootOperationNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { expect, it } from 'vitest';
import { runCheck } from '../../../src/check/runCheck.ts';
import type { Store } from '../../../src/store/store.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows } from '../../check/office.ts';
import { byNight } from '../../runs.ts';

/** Records the tables that each transaction of a store writes to, a name per statement. A retry counts anew. */
function counted(store: Store): { readonly store: Store; readonly transactions: readonly (readonly string[])[] } {
  const transactions: string[][] = [];
  const counter = (written: string[]): KyselyPlugin => ({
    transformQuery({ node }): RootOperationNode {
      const table = tableWritten(node);
      if (table !== undefined) written.push(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const transaction: Store['transaction'] = (work) =>
    store.transaction((trx) => {
      const written: string[] = [];
      transactions.push(written);
      return work(trx.withPlugin(counter(written)));
    });
  return { store: { ...store, transaction }, transactions };
}

function tableWritten(node: RootOperationNode): string | undefined {
  const inserted = InsertQueryNode.is(node) ? node.into : undefined;
  const updated = UpdateQueryNode.is(node) ? node.table : undefined;
  const found = inserted ?? updated ?? (DeleteQueryNode.is(node) ? node.from.froms[0] : undefined);
  return found !== undefined && TableNode.is(found) ? found.table.identifier.name : undefined;
}

const count = byNight ? 5000 : 1000;

const ofTheDocket = ['records', 'entries', 'entry_dates', 'memberships', 'changes', 'change_watches'];

/** Checks the only watch. @returns how many statements wrote the snapshot and its changes. */
async function writesOfCheck(office: Office): Promise<number> {
  const claim = await office.claim('widget');
  const { store, transactions } = counted(office.store);
  await runCheck({ ...office.parts(), store }, { claim });
  expect(transactions.flat()).toContain('entries');
  return Math.max(...transactions.map((written) => written.filter((table) => ofTheDocket.includes(table)).length));
}

const entries = (length: number, more = {}) => Array.from({ length }, (_, index) => entryHit(index + 1, more));

it(`a docket of ${count} entries is written in under ten statements, new or changed`, async () => {
  const office = await officeThatKnows({ dockets: [docketWith(entries(1), { docketId: 9 })] });
  office.pass(1);
  office.service.dockets = [docketWith(entries(count), { dateFiled: '2026-11-20' })];
  expect(await writesOfCheck(office)).toBeLessThan(10);
  office.pass(1);
  office.service.dockets = [docketWith(entries(count, { pdfUrl: '/now.pdf' }))];
  expect(await writesOfCheck(office)).toBeLessThan(10);
  const updated = office.store.db.selectFrom('changes').select('id').where('kind', '=', 'entry.updated');
  expect(await updated.execute()).toHaveLength(count);
  const stored = office.store.db.selectFrom('entries').select('seq').where('pdfUrl', 'like', '%/now.pdf');
  expect(await stored.execute()).toHaveLength(count);
});
