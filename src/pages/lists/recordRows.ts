import type { Config } from '../../config/config.ts';
import { recordTitle } from '../../message/words/recordWords.ts';
import type { Design } from '../../records/design.ts';
import { productName } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import type { StoredRecord } from '../../snapshot/recordsTable.ts';
import { recordPath } from '../links.ts';
import { joined, type Row } from './list.ts';

/** The address of a record's page, as readers reach it. */
export function addressOf({ http }: Config, record: Parameters<typeof recordPath>[0]): string {
  return (http.publicUrl?.replace(/\/$/, '') ?? '') + recordPath(record);
}

/** A case as a row of a file. */
export function caseRow(config: Config, docket: Docket, { changedAt, firstSeenAt }: StoredRecord): Row {
  return {
    number: docket.docketNumber,
    name: docket.caseName,
    court: docket.court,
    judge: docket.assignedTo,
    filed: docket.dateFiled,
    terminated: docket.dateTerminated || undefined,
    status: docket.status,
    natureOfSuit: docket.suitNature,
    parties: joined(docket.parties),
    patents: joined(docket.patentNumbers),
    entries: docket.entryTotal,
    lastChange: changedAt,
    firstSeen: firstSeenAt,
    address: addressOf(config, docket),
  };
}

/** A design as a row of a file. */
export function designRow(config: Config, design: Design, { changedAt, firstSeenAt }: StoredRecord): Row {
  return {
    register: design.source,
    number: design.registrationNumber,
    name: recordTitle(design),
    holders: joined(design.holders),
    products: joined(design.products?.map(productName)),
    classes: joined(design.locarno),
    designated: joined(design.designated),
    status: design.status,
    registered: design.registered,
    expires: design.expires,
    designs: design.designCount,
    lastChange: changedAt,
    firstSeen: firstSeenAt,
    registerPage: design.detailUrl,
    address: addressOf(config, design),
  };
}
