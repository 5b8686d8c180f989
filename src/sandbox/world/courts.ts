import { Dice } from './dice.ts';
import { personName } from './names.ts';

export interface Court {
  /** `courtId` of the contract. */
  readonly id: string;
  readonly name: string;
  /** First digits of its document links. */
  readonly prefix: string;
  /** Divisions, the first figure of a case number. */
  readonly divisions: number;
}

export const DELAWARE: Court = {
  id: 'ded',
  name: 'U.S. District Court for the District of Delaware',
  prefix: '043',
  divisions: 1,
};

/** Where patents are asserted. The courts are real; their judges here are not. */
export const COURTS: readonly [Court, ...Court[]] = [
  DELAWARE,
  { id: 'txed', name: 'U.S. District Court for the Eastern District of Texas', prefix: '175', divisions: 6 },
  { id: 'txwd', name: 'U.S. District Court for the Western District of Texas', prefix: '181', divisions: 7 },
  { id: 'cand', name: 'U.S. District Court for the Northern District of California', prefix: '035', divisions: 5 },
  { id: 'cacd', name: 'U.S. District Court for the Central District of California', prefix: '031', divisions: 8 },
  { id: 'njd', name: 'U.S. District Court for the District of New Jersey', prefix: '119', divisions: 3 },
  { id: 'ilnd', name: 'U.S. District Court for the Northern District of Illinois', prefix: '067', divisions: 3 },
  { id: 'nysd', name: 'U.S. District Court for the Southern District of New York', prefix: '127', divisions: 7 },
  { id: 'wawd', name: 'U.S. District Court for the Western District of Washington', prefix: '197', divisions: 3 },
  { id: 'mad', name: 'U.S. District Court for the District of Massachusetts', prefix: '095', divisions: 4 },
];

/** A court has eight judges, always the same. */
export function judgeOf(court: Court, seat: number): string {
  return personName(new Dice('judge', court.id, seat % 8));
}

/** `1:20-cv-00168` */
export function caseNumberOf(division: number, year: number, serial: number): string {
  return `${division}:${String(year % 100).padStart(2, '0')}-cv-${String(serial % 100_000).padStart(5, '0')}`;
}
