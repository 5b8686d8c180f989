import { expect } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { type Machine, openMachine } from './machine.ts';

/** Of a design: the service was asked for its court cases, and there are none. */
export const quiet = { litigationStatus: 'success', caseTotal: 0, cases: [] };

/** A machine whose watches have seen a case with two entries and a design, and whose announcements were read. */
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
