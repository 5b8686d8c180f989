import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { endpoints } from '../../src/web/api/endpoints.ts';

it('an assistant finds the lists of the API as tools, and reads them; it ends when its input ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    ...process.env,
    TIPSTAFF_BASE_URL: 'sandbox',
    TIPSTAFF_TOKEN: 'sandbox',
    TIPSTAFF_DATABASE: join(folder, 'tipstaff.db'),
  };
  const child = spawn(process.execPath, ['src/main.ts', 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse((await lines.next()).value as string) as { id: number; result: Record<string, unknown> };
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const { tools } = (await ask(2, 'tools/list', {})).result as { tools: { name: string }[] };
  expect(tools.map((tool) => tool.name)).toEqual(endpoints.map(({ name }) => `list_${name}`));
  const { content } = (await ask(3, 'tools/call', { name: 'list_watches', arguments: { limit: 2 } })).result as {
    content: { text: string }[];
  };
  expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ items: [{ id: 'widget-patent' }, {}] });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);
