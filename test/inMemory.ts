import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folder that this machine keeps in memory, if it has one. */
const memory = '/dev/shm';
/** More than all suites write together. A container has 64 MB there. */
const bytesNeeded = 4 * 1024 ** 3;

/**
 * Makes the temporary folder of one run, which the processes that tests start use too. It is in memory when there is
 * room: a database waits for the disk at each commit, which takes more than half of a suite's time. A killed process
 * leaves the same files there.
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(`${freeBytes() < bytesNeeded ? tmpdir() : memory}/tipstaff-tests-`);
  // Like the folder for all users, because Postgres and nginx run as users of their own.
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
