import type { Config } from '../../src/config/config.ts';

/** Returns the `http` part of a config with its defaults, on a free port of this machine. */
export function httpAt(over: Partial<Config['http']> = {}): Config['http'] {
  return {
    host: '127.0.0.1',
    port: 0,
    trustedProxies: ['127.0.0.1', '::1'],
    hsts: false,
    accessLog: false,
    maxConnections: 200,
    signIn: { passwords: true },
    ...over,
  };
}
