import { placeInZone, type Reader, readerClock, readerTime } from '../words/readerDate.ts';
import { capitalised } from '../words/sentence.ts';
import type { MessageChange } from './content.ts';

/**
 * How an entry came to the reader, where a signal announced it: `Filed 14:01, in the court’s feed 14:03, in the service
 * 14:41, told 14:42.` Moments of the day on which it is told are its times alone. '' where nothing announced it.
 */
export function announcedWords(
  { announced, detectedAt }: Pick<MessageChange, 'announced' | 'detectedAt'>,
  reader: Reader,
): string {
  if (announced === undefined) return '';
  const { filedAt, seenAt, source, toldAt } = announced;
  const day = placeInZone(toldAt, reader.timezone)?.day;
  const time = (instant: string) => {
    const place = placeInZone(instant, reader.timezone);
    return place !== undefined && place.day === day ? readerClock(place.clock, reader) : readerTime(instant, reader);
  };
  const steps = [
    filedAt === undefined ? '' : `filed ${time(filedAt)}`,
    source === 'feed' ? `in the court’s feed ${time(seenAt)}` : `announced ${time(seenAt)}`,
    `in the service ${time(detectedAt)}`,
    `told ${time(toldAt)}`,
  ];
  return `${capitalised(steps.filter(Boolean).join(', '))}.`;
}
