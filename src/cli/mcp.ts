import { Command } from 'commander';
import { version } from '../base/version.ts';
import type { Program } from '../daemon/program.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff mcp`: what is stored, as tools for an assistant, over stdin and stdout. */
export function mcpCommand(): Command {
  return new Command()
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
  const { instructions, tools } = await import('../web/api/tools.ts');
  const { localViewer } = await import('../people/viewer.ts');
  const { sightOf } = await import('../people/sight.ts');
  const { openLiveConfig } = await import('../schedule/ownWatches.ts');
  const live = openLiveConfig(store, config);
  const server = new McpServer({ name: 'tipstaff', title: 'Tipstaff', version }, { instructions });
  const annotations = { readOnlyHint: true, openWorldHint: false };
  for (const { name, title, description, input: inputSchema, output: outputSchema, call } of tools) {
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, async (asked) => {
      const current = await live.look();
      const parts = { store, config: current, wholeConfig: current };
      const asking = { viewer: localViewer, sight: sightOf(current, localViewer), now: clock() };
      const answer = await call(parts, asking, asked);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
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
