/** The part of the config that says whose records they are. */
export interface NamesService {
  readonly service: { readonly baseUrl: string };
}

/** Whether the service is the built-in sandbox, which makes its records up. */
export function asksSandbox({ service }: NamesService): boolean {
  return service.baseUrl === 'sandbox';
}
