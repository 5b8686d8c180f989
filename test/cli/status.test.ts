import { expect, it, vi } from 'vitest';
import { showAll } from '../../src/cli/status.ts';
import { replaceOwnLooks } from '../../src/looks/looksTable.ts';
import { type Office, openOffice } from '../check/office.ts';

/** What `tipstaff status` prints. */
async function shown(office: Office, options: { readonly json?: boolean } = {}): Promise<string> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await showAll({ ...office.parts(), redact: (text) => text, close: async () => {} }, options);
  write.mockRestore();
  return written.join('');
}

it('a watch of two registers was last complete when both were', async () => {
  const bottles = { id: 'bottles', announce: false, designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } };
  const office = await openOffice({ watches: [bottles] });
  const lastComplete = async (): Promise<unknown> => {
    const [first = ''] = (await shown(office, { json: true })).split('\n');
    return (JSON.parse(first) as { lastCompleteAt: unknown }).lastCompleteAt;
  };
  const down = { status: 503, body: '' };
  office.service.reply = ({ body }) => (body.source === 'EMID' ? down : undefined);
  await office.check();
  expect(await lastComplete()).toBeNull();
  office.service.reply = () => undefined;
  await office.check();
  office.service.reply = ({ body }) => (body.source === 'EMID' ? down : undefined);
  office.pass(1);
  await office.check();
  expect(await lastComplete()).toBe('2026-11-20T12:00:00.000Z');
});

it('a watch that compares nothing with a design of yours says so, until a picture of it is known', async () => {
  const similarTo = { registrations: ['DM/200 002'] };
  const office = await openOffice({
    watches: [{ id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo }],
  });
  expect(await shown(office)).toContain('! bottles compares nothing with DM/200 002: no picture is stored.');
  const picture = { name: 'a.jpg', variants: [Int8Array.of(1)] };
  await office.store.transaction((trx) =>
    replaceOwnLooks(trx, 'bottles', [{ key: 'DM/200 002', pictures: [picture] }]),
  );
  expect(await shown(office)).not.toContain('compares nothing');
});
