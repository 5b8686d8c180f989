import { onTestFinished } from 'vitest';
import { type Machine, openMachine } from '../e2e/machine.ts';
import { dropDatabase, newDatabase } from '../store/database.ts';

/** A machine whose database is a file, or in the project `postgres` one of that server. */
export async function machineWith(settings: Readonly<Record<string, unknown>>): Promise<Machine> {
  const machine = await openMachine();
  const database = await newDatabase(machine.folder);
  onTestFinished(() => dropDatabase(database));
  const quiet = { operators: [], channels: {}, defaults: { notify: [] } };
  const configure = (changed: Readonly<Record<string, unknown>> = {}) =>
    machine.configure({ ...quiet, database, ...settings, ...changed });
  configure();
  return { ...machine, configure };
}
