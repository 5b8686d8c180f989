import { type Config, nameOfDefault, type ServiceConfig } from './config.ts';

/** A config, or what a part of the program takes of it: without `services` there is the default one alone. */
type WithServices = Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>;

/** The service of a watch or a query by its name; a name that the config no longer has is taken for the default one. */
export function serviceOf({ service, services = {} }: WithServices, name: string | undefined): ServiceConfig {
  return (name === undefined ? undefined : services[name]) ?? service;
}

/** All of them, the default one first. */
export function everyService({ service, services = {} }: WithServices): ServiceConfig[] {
  return [service, ...Object.values(services)];
}

/** How a service is called where there are several; undefined where there is one, which needs no name. */
export function nameAmongSeveral(
  { services = {} }: Partial<Pick<Config, 'services'>>,
  name: string | undefined,
): string | undefined {
  return Object.keys(services).length === 0 ? undefined : (name ?? nameOfDefault);
}
