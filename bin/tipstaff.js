#!/usr/bin/env node
// Plain JavaScript that every Node can read, so that an old Node gives a clear message instead of a syntax error.
import { existsSync } from 'node:fs';

const least = { major: 22, minor: 19 };
const [major, minor] = process.version.slice(1).split('.').map(Number);

if (major < least.major || (major === least.major && minor < least.minor)) {
  process.stderr.write(
    `Tipstaff needs Node ${least.major}.${least.minor} or newer; this is ${process.version}. Install a newer Node, or run it from its checkout by npm (npx tipstaff …, after npm ci), which brings its own.\n`,
  );
  process.exitCode = 2;
} else {
  // What Node compiles is kept for the next start; this is set before anything is loaded. It is kept in the user's own
  // cache, because Node's default is a folder of /tmp, where another user of the machine could have put other code.
  // Where it cannot be written, Node works without it.
  const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && `${process.env.HOME}/.cache`);
  const { enableCompileCache } = await import('node:module');
  if (cache) enableCompileCache(`${cache}/tipstaff`);
  // A checkout runs from its source. The package has no source, only what was compiled from it.
  const source = new URL('../src/main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : '../dist/src/main.js');
}
