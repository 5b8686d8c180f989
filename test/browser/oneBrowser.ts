import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './openBrowser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which this run's Chromium takes connections. */
    browser: string;
  }
}

/** Starts one Chromium for all test files (vitest.config.ts). */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions());
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
