/** What every message, log and listing says of records that the built-in sandbox made up. */
export const madeUp = 'From the built-in sandbox: the records are made up.';

/** Marks subjects and titles of messages about such records. */
export const sandboxMark = '[SANDBOX] ';

/** The part of the config that says whose records they are. */
export interface NamesService {
  readonly service: { readonly baseUrl: string };
}

export function asksSandbox({ service }: NamesService): boolean {
  return service.baseUrl === 'sandbox';
}
