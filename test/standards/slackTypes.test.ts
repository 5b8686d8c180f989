import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { KnownBlock } from '@slack/types';
import { expect, it } from 'vitest';
import { renderSlack } from '../../src/alerts/channels/slack.ts';
import { hostileTexts } from '../alerts/outbox/hostile.ts';
import { alertsWith } from '../alerts/outbox/hostileAlerts.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';
import { tempFolder } from '../tempFolder.ts';
import { run } from './tools.ts';

const published = createRequire(import.meta.url).resolve('@slack/types');
const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];

/** Compiles payloads as constants of the type that Slack publishes for them. Returns what tsc prints. */
async function compile(payloads: readonly unknown[]): Promise<{ code: number; said: string }> {
  const folder = tempFolder();
  const file = join(folder, 'payloads.mts');
  const type = `import type { KnownBlock } from '${published}';`;
  const constants = payloads.map(
    (payload, index) =>
      `export const p${index}: { text: string; mrkdwn?: boolean; blocks: KnownBlock[] } = ${JSON.stringify(payload)};`,
  );
  await writeFile(file, [type, ...constants].join('\n'));
  return run(process.execPath, [tsc, ...options, file]);
}

it('every Slack message has the types that Slack publishes', async () => {
  const hostile = alertsWith(hostileTexts['Slack markup'] ?? expect.fail());
  const alerts = [...Object.values(sampleAlerts), ...hostile];
  const payloads = alerts.flatMap((content) => renderSlack(content));
  expect(await compile(payloads)).toEqual({ code: 0, said: '' });
});

it('the compiler finds a Slack message of another type', async () => {
  const sound: KnownBlock = { type: 'divider' };
  expect((await compile([{ text: 'x', blocks: [sound] }])).code).toBe(0);
  const { code, said } = await compile([
    { text: 'x', blocks: [{ type: 'section', text: { type: 'markdown', text: 'x' } }] },
  ]);
  expect(code).not.toBe(0);
  expect(said).toContain('markdown');
});
