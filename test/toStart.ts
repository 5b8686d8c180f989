/** What a process of ours needs of this environment: where programs are, and what Node made of our source before (vitest.config.ts). */
export const toStart: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
