import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As many as the config allows. */
export const requestsPerSecond = 1000;

/** A watches.yaml of so many watches, as people write it: half of them dockets, half designs, sixty schedules between them. */
export function writeManyWatches(folder: string, options: { count: number; url: string; schedule?: string }): string {
  const file = join(folder, 'watches.yaml');
  const head = `service: { baseUrl: "${options.url}", token: bench, requestsPerSecond: ${requestsPerSecond}, concurrency: 8, retries: 0 }
database: ${join(folder, 'tipstaff.db')}
http: { port: 0 }
spreadSeconds: 0
operators: [counsel]
channels:
  counsel: { type: feed, file: ${join(folder, 'feed.xml')} }
defaults: { notify: [counsel], announce: false }
watches:${options.count === 0 ? ' []' : ''}
`;
  const watches = Array.from({ length: options.count }, (_, index) => watchText(index, options.schedule));
  writeFileSync(file, head + watches.join(''));
  return file;
}

/** The name under which a watch asks. */
export function askedName(index: number): string {
  return index % 2 === 0 ? `Firm ${index} Incorporated` : `Holder ${index} Aktiengesellschaft`;
}

function watchText(index: number, schedule = `${index % 60} 7 * * 1-5`): string {
  const search =
    index % 2 === 0
      ? `dockets: { companyName: "${askedName(index)}" }`
      : `designs: { source: HAGUE, holder: "${askedName(index)}", locarno: "09-01" }`;
  return `  - id: watch-${index}
    name: Watch number ${index}
    matter: M-2026-${index}
    ${search}
    schedule: "${schedule}"
`;
}
