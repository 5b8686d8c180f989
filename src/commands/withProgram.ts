import type { Program, ProgramOptions } from '../program/program.ts';

/**
 * Runs a command's work on the program, which is closed in any case. The program is loaded only now, because `--help`
 * loads every command, and the parts of the program take most of the time of a start.
 * @throws what opening the program and the work throw; TipstaffError `store.refused` where the database refuses.
 */
export async function withProgram<T>(work: (program: Program) => Promise<T>, options?: ProgramOptions): Promise<T> {
  const { openProgram } = await import('../program/program.ts');
  const program = await openProgram(options);
  try {
    const done = await work(program);
    await program.close();
    return done;
  } catch (error) {
    // An error of closing would only hide the first one.
    await program.close().catch(() => {});
    throw program.store.explain(error);
  }
}
