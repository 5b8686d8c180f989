import type { Program, ProgramOptions } from '../program/program.ts';

/**
 * Runs a command's work on the program, which is closed whatever comes of it. Loaded only now, because every command is looked
 * at for `--help`, and all that the program is made of takes most of the time of a start.
 * @throws what opening the program and the work throw; TipstaffError `store.refused` for what the database refuses.
 */
export async function withProgram<T>(work: (program: Program) => Promise<T>, options?: ProgramOptions): Promise<T> {
  const { openProgram } = await import('../program/program.ts');
  const program = await openProgram(options);
  try {
    const done = await work(program);
    await program.close();
    return done;
  } catch (error) {
    // What closing says after an error would only hide it.
    await program.close().catch(() => {});
    throw program.store.explain(error);
  }
}
