import { readFile } from 'node:fs/promises';
import { type ConfigData, HtmlValidate } from 'html-validate';
import { expect, it, onTestFinished } from 'vitest';
import { crawl } from '../browser/crawl.ts';
import { openBrowser } from '../browser/openBrowser.ts';
import { serveDemoWorld } from '../web/demoWorld.ts';
import { makeDemoPage } from './demoPage.ts';
import { mailPages } from './mailPages.ts';
import { strict } from './strict.ts';

/** What mail programs want and pages should not have: styles on each element, tables that lay out, attributes of old, notes to Outlook. */
const asMail: ConfigData = {
  ...strict,
  rules: {
    ...strict.rules,
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'no-conditional-comment': 'off',
    'presentation-role-style': 'off',
    'prefer-tbody': 'off',
    'long-title': 'off',
  },
};

async function problemsOf(html: string, config: ConfigData): Promise<string[]> {
  const { results } = await new HtmlValidate(config).validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

it.each(mailPages())('html-validate has nothing to say of the mail %s', async (_name, html) => {
  expect(await problemsOf(html, asMail)).toEqual([]);
});

it('html-validate has nothing to say of any page of the daemon', async () => {
  const { url } = await serveDemoWorld();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const problems: string[] = [];
  for (const address of await crawl(browser, `${url}/`, 1)) {
    const found = await problemsOf(await (await fetch(address)).text(), strict);
    problems.push(...found.map((problem) => `${address.slice(url.length)}: ${problem}`));
  }
  expect(problems).toEqual([]);
});

it('html-validate has nothing to say of the page of the demo', async () => {
  const { file, remove } = await makeDemoPage();
  const html = await readFile(file, 'utf8').finally(remove);
  expect(await problemsOf(html, strict)).toEqual([]);
});
