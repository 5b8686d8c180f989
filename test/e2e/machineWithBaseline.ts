import { expect } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { type Machine, openMachine } from './machine.ts';

/** For a design: the service searched for its court cases and found none. */
export const quiet = { litigationStatus: 'success', caseTotal: 0, cases: [] };

/** Opens a machine whose watches know a case with two entries and a design, and whose announcements were read. */
export async function machineWithBaseline(settings = {}): Promise<Machine> {
  const machine = await openMachine(settings);
  machine.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  machine.service.designs = [designHit(1, quiet)];
  const ran = await machine.run(['check', '--json']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  machine.newMails();
  machine.newPosts();
  return machine;
}
