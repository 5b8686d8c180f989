import { Command } from 'commander';
import type { Program } from '../program/program.ts';
import { version } from '../version.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff mcp`: the lists of the API as tools for an assistant, over stdin and stdout. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'serve what is stored to an assistant that speaks the Model Context Protocol, over stdin and stdout; reads only',
    )
    .addHelpText(
      'after',
      '\nConfidential watches stay discreet. Nothing is asked of the service, and nothing is changed.',
    )
    .action(() => withProgram(serveTools));
}

/** Serves until stdin ends. */
async function serveTools({ store, config, clock }: Program): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { endpoints } = await import('../web/api/endpoints.ts');
  const { paging } = await import('../web/api/endpoint.ts');
  const { localViewer } = await import('../web/visit/viewer.ts');
  const { openWatchBook } = await import('../schedule/watchBook.ts');
  const book = openWatchBook(store, config);
  const server = new McpServer({ name: 'tipstaff', version });
  for (const { name, summary, query, list } of endpoints) {
    const inputSchema = query.extend(paging.shape);
    const about = { description: summary, inputSchema, annotations: { readOnlyHint: true } };
    server.registerTool(`list_${name}`, about, async (asked) => {
      const parts = { store, config: await book.look() };
      const part = await list(parts, { viewer: localViewer, now: clock() }, paging.loose().parse(asked));
      return { content: [{ type: 'text', text: JSON.stringify({ next: null, ...part }) }] };
    });
  }
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
