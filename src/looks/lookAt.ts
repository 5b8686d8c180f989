import { TipstaffError } from '../base/errors.ts';
import { ChildClosed, ChildEnded, openChild } from '../base/inChild.ts';
import type { FigureLooks } from './describePicture.ts';
import type { PictureAnswer, PictureTask } from './pictureTask.ts';

/** Describes pictures in a process of its own, one at a time. */
export interface Looker {
  /**
   * The looks of the figures of one picture; empty where it shows nothing.
   * @throws TipstaffError `looks.badPicture`, `looks.noDecoder`, or `looks.stopped` when it was closed meanwhile
   */
  lookAt(bytes: Uint8Array): Promise<readonly FigureLooks[]>;
  /** A small JPEG of a picture, for messages. @throws like `lookAt` */
  copy(bytes: Uint8Array): Promise<Uint8Array>;
  /** Ends what is under way too: a hostile picture keeps nobody waiting. Who asks later has a process started again. */
  close(): Promise<void>;
}

/** 16 million pixels take up to 128 MB where a picture is turned, and the process itself 80. */
const limits = { memoryMb: 320, seconds: 30 };

/** To be closed. */
export function openLooker(): Looker {
  const child = openChild<PictureTask, PictureAnswer>('../looks/pictureTask', limits);
  const ask = async (task: PictureTask): Promise<PictureAnswer> => {
    try {
      return await child.ask(task);
    } catch (error) {
      if (error instanceof ChildClosed)
        throw new TipstaffError('looks.stopped', 'The picture was not looked at: it was ended.');
      if (error instanceof ChildEnded)
        throw new TipstaffError('looks.badPicture', `The picture cannot be compared: it ${error.message}.`);
      throw error;
    }
  };
  return {
    lookAt: async (bytes) => {
      const answer = await ask({ bytes, wants: 'looks' });
      return 'figures' in answer ? answer.figures : [];
    },
    copy: async (bytes) => {
      const answer = await ask({ bytes, wants: 'copy' });
      return 'copy' in answer ? answer.copy : new Uint8Array();
    },
    close: () => child.close(),
  };
}
