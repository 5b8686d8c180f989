import { type Config, nameOfDefault, type ServiceConfig } from './config.ts';

/** A config, or the part of it that says which services there are: without `services` there is only the default one. */
type WithServices = Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>;

/** The service of a watch or a query by its name; a name that the config no longer has means the default one. */
export function serviceOf({ service, services = {} }: WithServices, name: string | undefined): ServiceConfig {
  return (name === undefined ? undefined : services[name]) ?? service;
}

/** All of them, the default one first. */
export function everyService({ service, services = {} }: WithServices): ServiceConfig[] {
  return [service, ...Object.values(services)];
}

/** The name of a service where there are several; undefined where there is only one, which needs no name. */
export function nameAmongSeveral(
  { services = {} }: Partial<Pick<Config, 'services'>>,
  name: string | undefined,
): string | undefined {
  return Object.keys(services).length === 0 ? undefined : (name ?? nameOfDefault);
}
