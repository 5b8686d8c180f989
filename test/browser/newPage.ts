import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { hangsAfterMs } from '../hangsAfter.ts';

let browser: Promise<Browser> | undefined;

/** Opens a browser context for one user, in the Chromium that all tests share. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= chromium.connect(inject('browser'));
  const context = await (await browser).newContext(options);
  context.setDefaultTimeout(hangsAfterMs);
  return context;
}

/** Opens a page of one user for one test. A new page costs as much as ten loads, so a test makes few. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}
