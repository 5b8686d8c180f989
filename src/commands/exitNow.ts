/**
 * Ends the process at once, whatever it waits for. `process.exit` waits for the threads of Node's pool, forever if one of them
 * hangs on a file that does not respond (a dead network drive, a pipe that nobody reads). Becoming another program ends them all.
 */
export function exitNow(code: number): never {
  // Windows has no such call.
  process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {});
  process.exit(code);
}
