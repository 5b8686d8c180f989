import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What this machine keeps in memory, if it has such a folder. */
const memory = '/dev/shm';
/** More than all suites together write; a container has 64 MB there. */
const bytesNeeded = 4 * 1024 ** 3;

/**
 * The temporary folder of one run, for the processes that its tests start too. It is in memory where there is room: a database waits for
 * the disk at each commit, which is more than half of a suite's time. What a killed process leaves is the same there.
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(`${freeBytes() < bytesNeeded ? tmpdir() : memory}/tipstaff-tests-`);
  // As that of all users: Postgres and nginx run as one of their own.
  chmodSync(folder, 0o1777);
  const former = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
    rmSync(folder, { recursive: true, force: true });
  };
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
