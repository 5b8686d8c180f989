import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** A real Chromium without a window, which calls nobody by itself. @param more arguments for it */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}; install it, or say where in CHROMIUM.`);
  return chromium.launch({ executablePath, args: [...quiet, '--disable-component-update', '--disable-sync', ...more] });
}
