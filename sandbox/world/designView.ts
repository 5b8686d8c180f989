import type { DesignHit } from '../hits.ts';
import { type Day, dateOf, latestValue, type Since, type Times, timesOf } from './day.ts';
import { Dice } from './dice.ts';
import { labelOfClass, registerOf } from './sources.ts';

/** Prefix of picture addresses in records. Responses replace it by the sandbox's own address. */
export const PICTURES = 'https://designs.example/images/';

/** Returns the design hit of a day (docs/service.md, section 6), without the fields that its register lacks. */
export function designHitOn(story: DesignStory, day: Day): DesignHit {
  const expires = dateOf(latestValue(story.expires, day) ?? day);
  const folder = story.irn.replace(/[^\p{L}\p{N}-]/gu, '');
  const images = pictureFiles(story, day).map((file) => `${story.source}/${folder.slice(-3)}/${folder}/${file}`);
  const crawled = crawledOn(story, day);
  const hit: DesignHit = {
    workerId: `w-${story.source.toLowerCase()}-1`,
    WORKER_ID: `w-${story.source.toLowerCase()}-1`,
    IMG: images,
    IRN: story.irn,
    HOL: [...(latestValue(story.holders, day) ?? [])],
    DETAIL_DATA: { structured: structuredOf(story, expires) },
    version: '1',
    DS: [...story.designated],
    RD: `${dateOf(story.registered)}T23:59:59Z`,
    STATUS: latestValue(story.status, day) ?? 'ACT',
    PROD: [story.product],
    crawledAt: `${crawled}T03:12:07.000Z`,
    PROCESSED_AT: `${crawled}T04:40:31.000Z`,
    SOURCE: story.source,
    DOC: `${story.source}/bulletin/${dateOf(story.shown).replaceAll('-', '')}`,
    DETAIL_URL: `https://designs.example/en/detail?id=${encodeURIComponent(story.id)}`,
    ID: story.id,
    LCS: [story.locarno],
    IMG_DATA: images.map((path) => ({ filename: path.slice(path.lastIndexOf('/') + 1), url: PICTURES + path })),
    DC: story.designCount,
    ED: expires,
  };
  for (const field of registerOf(story.source)?.lacks ?? []) delete hit[field];
  return hit;
}

/** Returns the day of the last crawl: a Friday plus the record's own delay. Its change is no news. */
function crawledOn(story: DesignStory, day: Day): string {
  const delay = new Dice('crawl', story.id).between(0, 2);
  // 1970-01-02 was a Friday.
  const friday = day - ((day - 1 - delay) % 7);
  return dateOf(Math.max(story.shown, friday));
}

/** Returns the file names. A new set of pictures has new names. */
function pictureFiles(story: DesignStory, day: Day): string[] {
  const count = latestValue(story.pictures, day) ?? 0;
  const edition = story.pictures.filter(({ from }) => from <= day).length;
  const stem = story.irn.replace(/[^\p{L}\p{N}]/gu, '');
  return Array.from({ length: count }, (_, place) => `${stem}-${edition}.${place + 1}.png`);
}

function structuredOf(story: DesignStory, expires: string): Record<string, string> {
  return {
    indication_of_products: story.product,
    data_relating_to_priority_claim_under_the_paris_convention: '',
    class_and_subclass_of_the_locarno_classification: `${story.locarno} ${labelOfClass(story.locarno)}`,
    filing_date_of_the_application: dateOf(story.filed),
    date_of_the_national_registration: dateOf(story.registered),
    application_number: `A${story.irn.replace(/\D/g, '')}`,
    national_registration_number: story.irn,
    expected_expiration_date_of_the_registrationrenewal: expires,
  };
}

/** The whole history of a registration. What is visible depends only on the day. */
export interface DesignStory {
  readonly source: string;
  readonly irn: string;
  readonly id: string;
  readonly filed: Day;
  readonly registered: Day;
  /** The day of the bulletin. The design can be found from this day on. */
  readonly shown: Day;
  readonly product: string;
  readonly locarno: string;
  readonly designated: readonly string[];
  readonly designCount: number;
  /** In the order of time. None begins before `shown`. */
  readonly holders: readonly Since<readonly string[]>[];
  readonly status: readonly Since<string>[];
  readonly expires: readonly Since<Day>[];
  readonly pictures: readonly Since<number>[];
}

/** Only holders and status are searchable and can change. */
export function designTimes({ shown, holders, status }: DesignStory): Times {
  return timesOf(shown, [...holders, ...status]);
}
