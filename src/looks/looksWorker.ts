import { parentPort } from 'node:worker_threads';
import { messageOf, TipstaffError } from '../errors.ts';
import { decodePicture, smallCopy } from './decodePicture.ts';
import { describePicture } from './describePicture.ts';

/** What a thread is asked for. */
export interface Task {
  readonly bytes: Uint8Array;
  readonly wants: 'looks' | 'copy';
}

// The thread that decodes pictures and describes them: a hostile one costs this thread, not the daemon.

parentPort?.on('message', async ({ bytes, wants }: Task) => {
  try {
    const answer =
      wants === 'copy' ? { copy: await smallCopy(bytes) } : { figures: describePicture(await decodePicture(bytes)) };
    parentPort?.postMessage(answer);
  } catch (error) {
    const code = error instanceof TipstaffError ? error.code : 'looks.badPicture';
    parentPort?.postMessage({ code, message: messageOf(error) });
  }
});
