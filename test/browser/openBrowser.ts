import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { hangsAfterMs } from '../hangsAfter.ts';

/** Debian's Chromium that has no windows at all draws the same with a third less work than the whole one. */
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM ?? ofDebian.find((path) => existsSync(path)) ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** How a real Chromium starts without a window, and calls nobody by itself. @param more arguments for it */
export function launchOptions(...more: readonly string[]): LaunchOptions {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}; install it, or say where in CHROMIUM.`);
  const args = [...quiet, '--disable-component-update', '--disable-sync', ...more];
  return { executablePath, args, timeout: hangsAfterMs };
}

/** A Chromium of one's own; the tests of `browser/` share one (`newPage`). @param more arguments for it */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(launchOptions(...more));
}
