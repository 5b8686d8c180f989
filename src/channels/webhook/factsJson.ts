import type { Design } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { ChangeJson } from './payload.ts';

type Facts = NonNullable<ChangeJson['facts']>;

/** What a record is, for a receiver that has never seen it; blank and unknown facts are left out. */
export function factsJson(record: SearchRecord): Facts {
  const facts = record.type === 'docket' ? docketFacts(record) : designFacts(record);
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isKnown(value)));
}

function isKnown(value: Facts[keyof Facts]): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function docketFacts({ assignedTo, ...docket }: Docket): Facts {
  const { dateFiled, dateTerminated, status, suitNature, jurisdiction, parties, patentNumbers, entryTotal } = docket;
  return {
    dateFiled,
    dateTerminated,
    status,
    judge: assignedTo,
    suitNature,
    jurisdiction,
    parties,
    patentNumbers,
    entryTotal,
  };
}

function designFacts(design: Design): Facts {
  const { registrationNumber, holders, products, locarno, designated, status, registered, expires, designCount } =
    design;
  const images = design.images?.map((image) => image.url);
  return {
    registrationNumber,
    holders,
    products,
    locarno,
    designated,
    status,
    registered,
    expires,
    designCount,
    images,
  };
}
