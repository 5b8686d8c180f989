import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { hangsAfterMs } from '../hangsAfter.ts';

/** Debian's headless shell draws the same as the full Chromium, with a third less work. */
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM ?? ofDebian.find((path) => existsSync(path)) ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Returns how to start a real Chromium without a window and requests of its own. @param more arguments */
export function launchOptions(...more: readonly string[]): LaunchOptions {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}; install it, or say where in CHROMIUM.`);
  const args = [...quiet, '--disable-component-update', '--disable-sync', ...more];
  return { executablePath, args, timeout: hangsAfterMs };
}

/** Starts a Chromium of its own. The tests of `browser/` share one (`newPage`). @param more arguments */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(launchOptions(...more));
}
