import type { Program, ProgramOptions } from '../program/program.ts';

/**
 * Runs a command's work on the program, which is closed whatever comes of it. Loaded only now, because every command is looked
 * at for `--help`, and all that the program is made of takes most of the time of a start.
 * @throws what opening the program and the work throw.
 */
export async function withProgram<T>(work: (program: Program) => Promise<T>, options?: ProgramOptions): Promise<T> {
  const { openProgram } = await import('../program/program.ts');
  const program = await openProgram(options);
  try {
    return await work(program);
  } finally {
    await program.close();
  }
}
