import { parentPort } from 'node:worker_threads';
import { messageOf, TipstaffError } from '../errors.ts';
import { decodePicture } from './decodePicture.ts';
import { describePicture } from './describePicture.ts';

// The thread that decodes pictures and describes them: a hostile one costs this thread, not the daemon.

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage({ figures: describePicture(await decodePicture(bytes)) });
  } catch (error) {
    const code = error instanceof TipstaffError ? error.code : 'looks.badPicture';
    parentPort?.postMessage({ code, message: messageOf(error) });
  }
});
