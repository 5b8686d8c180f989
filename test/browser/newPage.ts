import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { hangsAfterMs } from '../hangsAfter.ts';

let browser: Promise<Browser> | undefined;

/** Cookies and settings of one person, in the Chromium that all tests share. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= chromium.connect(inject('browser'));
  const context = await (await browser).newContext(options);
  context.setDefaultTimeout(hangsAfterMs);
  return context;
}

/** A page of one person, for one test: making one costs as much as ten loads, so that a test makes few. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}
