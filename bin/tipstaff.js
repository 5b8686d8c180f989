#!/usr/bin/env node
// Plain JavaScript, which any Node reads: so that one that is too old is met with clear words instead of a syntax error.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

const least = { major: 22, minor: 19 };
const [major, minor] = process.version.slice(1).split('.').map(Number);

if (major < least.major || (major === least.major && minor < least.minor)) {
  process.stderr.write(
    `Tipstaff needs Node ${least.major}.${least.minor} or newer; this is ${process.version}. Install a newer Node, or run it from its checkout by npm (npx tipstaff …, after npm ci), which brings its own.\n`,
  );
  process.exitCode = 2;
} else {
  // What was compiled once is kept, where it can be: before anything is loaded, so that a checkout needs no compiler of TypeScript either.
  enableCompileCache();
  // A checkout runs from its source; the package holds no source, but what was compiled of it.
  const source = new URL('../src/main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : '../dist/src/main.js');
}
