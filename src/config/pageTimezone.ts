import type { Config } from './config.ts';

/** The IANA zone in which times are shown and read for people who have set none: on the pages, and on the command line. */
export function pageTimezone({ http, watches }: Pick<Config, 'http' | 'watches'>): string {
  return http.timezone ?? watches[0]?.timezone ?? 'UTC';
}
