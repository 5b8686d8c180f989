import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/**
 * Connections through the proxy that HTTPS_PROXY or HTTP_PROXY names, except to what NO_PROXY lists and to this machine, where the
 * built-in sandbox is. Without these variables it connects directly.
 */
export function openPool(options: Agent.Options): Dispatcher {
  const noProxy = [process.env.no_proxy ?? process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({ ...options, noProxy });
}
