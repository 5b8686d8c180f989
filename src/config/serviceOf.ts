import type { Config, ServiceConfig } from './config.ts';

/** The service of a watch or a query by its name; a name that the config does not have is no longer anybody's, and is taken for the default one. */
export function serviceOf(
  { service, services }: Pick<Config, 'service' | 'services'>,
  name: string | undefined,
): ServiceConfig {
  return (name === undefined ? undefined : services[name]) ?? service;
}

/** All of them, the default one first. */
export function everyService({ service, services }: Pick<Config, 'service' | 'services'>): ServiceConfig[] {
  return [service, ...Object.values(services)];
}
