import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { endpoints } from '../../../src/web/pages.ts';
import { startProgram } from '../../program.ts';
import { tempFolder } from '../../tempFolder.ts';

interface Tool {
  readonly name: string;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

it('tipstaff mcp offers the lists of the API as tools, responds to calls, and exits when its input ends', async () => {
  const folder = tempFolder();
  const env = {
    TIPSTAFF_BASE_URL: 'sandbox',
    TIPSTAFF_TOKEN: 'sandbox',
    TIPSTAFF_DATABASE: join(folder, 'tipstaff.db'),
  };
  const child = startProgram(['mcp'], { env });
  const [stdin, stdout] = [child.stdin ?? expect.fail(), child.stdout ?? expect.fail()];
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse((await lines.next()).value as string) as { id: number; result: Record<string, unknown> };
  };
  const clientInfo = { name: 'test', version: '1' };
  const hello = await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  expect(hello.result).toMatchObject({ instructions: expect.stringContaining('check the docket') });
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const { tools } = (await ask(2, 'tools/list', {})).result as { tools: Tool[] };
  const lists = endpoints.map(({ name }) => `list_${name}`);
  expect(tools.map((tool) => tool.name)).toEqual([...lists, 'get_case', 'search']);
  for (const tool of tools) {
    expect(tool).toMatchObject({ title: expect.any(String), inputSchema: { additionalProperties: false } });
    expect(tool.outputSchema).toMatchObject({ type: 'object' });
    expect(tool.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  }
  const { content } = (await ask(3, 'tools/call', { name: 'list_watches', arguments: { limit: 2 } })).result as {
    content: { text: string }[];
  };
  expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ items: [{ id: 'hague-bottles' }, {}] });
  for (const name of lists) {
    const { result } = await ask(4, 'tools/call', { name, arguments: {} });
    expect(result.structuredContent, name).toMatchObject({ items: expect.any(Array), next: null });
  }
  // An unknown watch, case, cursor or argument is an error with a reason.
  for (const [name, asked, why] of [
    ['list_cases', { watch: 'nope' }, 'there is no watch'],
    ['list_changes', { cursor: 'garbage' }, 'cursor'],
    ['list_changes', { court: 'ded' }, 'court'],
    ['get_case', { key: 'none' }, 'no watch holds a case'],
  ] as const) {
    const refused = await ask(4, 'tools/call', { name, arguments: asked });
    expect(JSON.stringify(refused)).toMatch(new RegExp(`"(isError|error)":.*|${why}`));
    expect(JSON.stringify(refused)).toContain(why);
  }
  stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
