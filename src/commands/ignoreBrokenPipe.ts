/**
 * Lets this process do its work to the end when nobody takes what it prints. A reader of output that has seen enough (`| head`)
 * is no error; output that cannot be written, for a full disk say, is reported and make the exit code 1. Logs that cannot be
 * written end nothing, the daemon least of all.
 */
export function ignoreBrokenPipe(): void {
  let reported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || reported) return;
    reported = true;
    process.stderr.write(
      `Not all of the output could be written to stdout: ${error.message}. Ask again with room for it.\n`,
    );
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = 1;
    });
  });
  process.stderr.on('error', () => {});
}
