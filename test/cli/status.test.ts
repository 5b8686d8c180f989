import { expect, it, vi } from 'vitest';
import { showAll } from '../../src/cli/status.ts';
import { openOffice } from '../check/office.ts';

it('a watch of two registers was last complete when both were', async () => {
  const bottles = { id: 'bottles', announce: false, designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } };
  const office = await openOffice({ watches: [bottles] });
  const lastComplete = async (): Promise<unknown> => {
    const written: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    await showAll({ ...office.parts(), redact: (text) => text, close: async () => {} }, { json: true });
    write.mockRestore();
    return (JSON.parse(written.join('').split('\n')[0] ?? '') as { lastCompleteAt: unknown }).lastCompleteAt;
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
