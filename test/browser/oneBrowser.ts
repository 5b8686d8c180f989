import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './openBrowser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Chromium of this run takes connections. */
    browser: string;
  }
}

/** One Chromium for all files of tests (vitest.config.ts). */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions());
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
