import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type ConfigData, HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';

/** The width of a window and its color scheme. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A phone in dark colors and a desktop in light ones. */
export const looks: readonly Look[] = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];

export const everyLook = process.env.TIPSTAFF_LOOKS === 'all';

/** Takes one of these by turns, as all pages have the same elements. The nightly run takes all. */
export function inTurn<T>(all: readonly T[], index: number): readonly T[] {
  return everyLook ? all : all.slice(index % all.length).slice(0, 1);
}

export async function show(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 A and AA, and the best practices of axe. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe finds on the page as it is shown now. @param without rules that do not apply */
export async function axeFinds(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    iframes: false,
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}

/** The rules for every page. */
const ofPages: ConfigData = {
  extends: ['html-validate:recommended'],
  rules: {
    // Rules of style that the pages do not follow.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-quotes': 'off',
    'no-trailing-whitespace': 'off',
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
  },
};

/** The rules for mails, which need inline styles, layout tables, old attributes and comments for Outlook. */
const ofMails: ConfigData = {
  ...ofPages,
  rules: {
    ...ofPages.rules,
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'no-conditional-comment': 'off',
    'presentation-role-style': 'off',
    'prefer-tbody': 'off',
    'long-title': 'off',
  },
};

/** The HTML that a browser returns has `checked=""`. */
const ofShown: ConfigData = { ...ofPages, rules: { ...ofPages.rules, 'attribute-boolean-style': 'off' } };

const validators = {
  page: new HtmlValidate(ofPages),
  mail: new HtmlValidate(ofMails),
  shown: new HtmlValidate(ofShown),
};

/** Returns what html-validate finds in a page as it was sent, in a mail, or in a page as the browser shows it. */
export async function htmlFinds(html: string, what: keyof typeof validators): Promise<string[]> {
  const { results } = await validators[what].validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
