import { writeFileSync } from 'node:fs';
import { messageOf, TipstaffError } from './errors.ts';
import type { ChildReply } from './inChild.ts';

// A process that does one task for its parent (`inChild.ts`) and ends with the parent.

const [, , task = ''] = process.argv;

process.on('message', async (input) => {
  const reply = await replyTo(input);
  if (process.connected) process.send?.(reply);
});
process.on('disconnect', () => process.exit());

try {
  // When the kernel must kill a process to free memory, it should kill this one and not the daemon.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

async function replyTo(input: unknown): Promise<ChildReply<unknown>> {
  try {
    const { default: work } = (await import(task)) as { readonly default: (input: unknown) => unknown };
    return { output: await work(input) };
  } catch (error) {
    return { error: { code: error instanceof TipstaffError ? error.code : undefined, message: messageOf(error) } };
  }
}
