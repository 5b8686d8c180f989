import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { drawSlackMessage } from '../../src/demo/drawSlackMessage.ts';
import { readSlackMessage } from '../../src/demo/slackPayload.ts';

const golden = globSync(join(import.meta.dirname, '../alerts/golden/*.slack.json'));

async function drawn(payload: object, pictures = new Map<string, string>()): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-slack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, '1.json');
  await writeFile(file, JSON.stringify({ text: 'News', ...payload }));
  return String(await drawSlackMessage(await readSlackMessage(file), pictures));
}

const section = (text: string) => ({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] });

it.each([
  ['*bold* and _slanted_', '<strong>bold</strong> and <em>slanted</em>'],
  ['~old~ → *new*', '<s>old</s> → <strong>new</strong>'],
  [
    '<https://a.example/?x=1&amp;y=2|Page> of A &amp; B',
    '<a href="https://a.example/?x=1&amp;y=2">Page</a> of A &amp; B',
  ],
  ['one\ntwo', 'one<br>two'],
  [':warning: careful', '⚠️ careful'],
  [':unheard_of:', ':unheard_of:'],
  ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<javascript:alert(1)|x>', '&lt;javascript:alert(1)|x&gt;'],
])('shows %s as Slack does', async (mrkdwn, html) => {
  expect(await drawn(section(mrkdwn))).toContain(`<p>${html}</p>`);
});

it('shows the text of a court as it was written', async () => {
  const elements = [
    { type: 'text', text: 'ORDER *denying* <motion>', style: { strike: true } },
    { type: 'link', url: 'javascript:alert(1)', text: 'x' },
  ];
  const html = await drawn({ blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }] });
  expect(html).toContain('<s>ORDER *denying* &lt;motion&gt;</s>x</p>');
});

it('shows pictures that it has, and names those that it has not', async () => {
  const image = (name: string) => ({ type: 'image', image_url: `https://a.example/${name}.png`, alt_text: name });
  const html = await drawn(
    { blocks: [image('before'), image('after')] },
    new Map([['https://a.example/before.png', 'data:image/png;base64,AAAA']]),
  );
  expect(html).toContain('<img src="data:image/png;base64,AAAA" alt="before">');
  expect(html).toContain('[picture: after]');
  expect(html).not.toContain('https://a.example');
});

it('names a block that it cannot draw instead of leaving it out', async () => {
  expect(await drawn({ blocks: [{ type: 'poll' }, { type: 'section', text: 7 }] })).toMatch(/type poll.*type section/s);
});

it.each(golden.map((file) => [file.replace(/.*\//, ''), file]))('can draw all of %s', async (_name, file) => {
  for (const payload of JSON.parse(await readFile(file, 'utf8'))) {
    expect(await drawn(payload)).not.toContain('does not draw');
  }
});
