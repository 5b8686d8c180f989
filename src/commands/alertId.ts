import { InvalidArgumentError } from 'commander';

export function parseAlertId(text: string): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError('An alert is named by its number, as "tipstaff alerts" lists it.');
}
