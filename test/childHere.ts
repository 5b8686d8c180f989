import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { messageOf, TipstaffError } from '../src/base/errors.ts';

// In `npm test` the task of a child (src/base/inChild.ts) runs in the process of the test, with copies of its input and
// output. test/endurance/child.test.ts tests what only a process has: limits and its death.

/** Replaces `fork` of src/base/childMain.ts. */
export function forkHere(_main: URL, [task = '']: readonly string[]): ChildProcess {
  const child = new EventEmitter() as ChildProcess;
  const unit = () => {};
  const reply = async (input: unknown) => {
    try {
      const { default: work } = (await import(/* @vite-ignore */ `../src/base/${task}`)) as {
        default: (input: unknown) => unknown;
      };
      return { output: structuredClone(await work(structuredClone(input))) };
    } catch (error) {
      return { error: { code: error instanceof TipstaffError ? error.code : undefined, message: messageOf(error) } };
    }
  };
  const send = (input: unknown) => {
    void reply(input).then((said) => child.emit('message', said));
    return true;
  };
  return Object.assign(child, { exitCode: null, signalCode: null, send, ref: unit, unref: unit, kill: () => true });
}
