import { globSync, readFileSync } from 'node:fs';

/** `man 5 proc`: clock ticks per second, on every Linux today. */
const ticksASecond = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  /** Of its children that have ended. */
  readonly ended: number;
}

/**
 * Seconds of processor time that the process and its children have taken so far, including
 * children that have ended. Linux only.
 */
export function cpuSeconds(pid: number): number {
  const family = globSync('/proc/[0-9]*/stat')
    .flatMap(timesOf)
    .filter((one) => one.pid === pid || one.parent === pid);
  return family.reduce((sum, { own, ended }) => sum + own + ended, 0) / ticksASecond;
}

function timesOf(file: string): ProcessTimes[] {
  try {
    const text = readFileSync(file, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return [{ pid: Number(text.split(' ', 1)), parent, own: user + system, ended: endedUser + endedSystem }];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
