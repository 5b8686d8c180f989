import { bulletinDaysOf } from '../../records/design.ts';
import { placeInZone } from '../../words/readerDate.ts';

/** When news comes, by the hour of a week: 168 weights with mean 1, Sunday 00:00 first, on the clocks of `zone`. */
export interface NewsWeek {
  readonly weights: readonly number[];
  /** IANA. */
  readonly zone: string;
}

const hoursOfWeek = 168;

// Where the hour of entry is known, five of six filings come on a weekday between 8 and 18, one of seventy at a
// weekend.
const courtHours = [
  0.05, 0.03, 0.02, 0.02, 0.03, 0.08, 0.15, 0.4, 1.2, 2.2, 2.8, 2.9, 2.3, 2.3, 2.6, 2.8, 2.6, 1.9, 0.9, 0.5, 0.4, 0.3,
  0.25, 0.15,
];
const courtDays = [0.04, 0.9, 0.97, 1.05, 1.08, 1.02, 0.04];

const courtWeights = weightsOf(courtDays, courtHours);

/** The week of a court: filings come by day, on weekdays. */
export function courtWeek(zone: string): NewsWeek {
  return { weights: courtWeights, zone };
}

// The office publishes in the morning, and what it published trickles into a search service for a day or two.
const officeHours = Array.from({ length: 24 }, (_, hour) => (hour >= 6 && hour < 22 ? 1 : 0.1));

/** The week of a design register: news comes with its bulletin. */
export function registerWeek(source: string, zone: string): NewsWeek {
  const days = bulletinDaysOf(source);
  const weights = Array.from({ length: 7 }, (_, day) => {
    if (days.includes(day)) return 1;
    return days.includes((day + 6) % 7) ? 0.3 : 0.03;
  });
  return { weights: weightsOf(weights, officeHours), zone };
}

function weightsOf(days: readonly number[], hours: readonly number[]): readonly number[] {
  const raw = days.flatMap((day) => hours.map((hour) => day * hour));
  const mean = raw.reduce((sum, one) => sum + one, 0) / hoursOfWeek;
  return raw.map((one) => one / mean);
}

/** The hour of the week at a moment, 0 to 168, on the clocks of the zone. */
export function hourOfWeek(moment: Date, zone: string): number {
  const { day = '', clock = '' } = placeInZone(moment.toISOString(), zone) ?? {};
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return new Date(`${day}T00:00Z`).getUTCDay() * 24 + hour + minute / 60;
}
