import { registerHooks } from 'node:module';

/** Packages that come as hundreds of small ES modules: within these, as within our own, a relative import names a file as it stands. */
const finelyCut = ['/node_modules/kysely/', '/node_modules/zod/'];

/**
 * Lets relative imports between ES modules of ours, and within packages that come as hundreds of them, skip what Node does to
 * find a file: a look at the disk for each part of its path, and a search for the package.json that tells what kind of file it
 * is. That took a sixth of the start of `check`. For this process, from now on; everything else is found as ever.
 */
export function quickenImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      const format = /^\.\.?\//.test(specifier) ? knownFormat(specifier, parentURL) : undefined;
      if (format === undefined) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    },
  });
}

function knownFormat(specifier: string, parentURL: string): string | undefined {
  if (specifier.endsWith('.ts')) return parentURL.includes('/node_modules/') ? undefined : 'module-typescript';
  return specifier.endsWith('.js') && finelyCut.some((part) => parentURL.includes(part)) ? 'module' : undefined;
}
