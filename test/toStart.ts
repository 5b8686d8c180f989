/** What our processes need of this environment: the path of programs, and Node's compile cache (vitest.config.ts). */
export const toStart: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
