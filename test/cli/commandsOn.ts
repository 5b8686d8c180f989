import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runHere } from '../runHere.ts';

const lamp = { id: 'lamp', name: 'Lamp patent', dockets: { patentNumber: '1234567' }, notify: [] };

/** Writes a watches.yaml beside a database file. Commands then run with it, on the watch that `seededStore` has. */
export function commandsOn(database: string, settings: Readonly<Record<string, unknown>> = {}) {
  const folder = dirname(database);
  const config = join(folder, 'watches.yaml');
  // JSON is YAML too.
  writeFileSync(
    config,
    JSON.stringify({ service: { baseUrl: 'sandbox', token: 'sandbox' }, database, watches: [lamp], ...settings }),
  );
  return { folder, config, run: (...args: readonly string[]) => runHere(['--config', config, ...args]) };
}
