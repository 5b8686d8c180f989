import { type Role, roles } from '../database/processes.ts';
import { TipstaffError } from '../errors.ts';

/** Reads a list as in `run --only check,web`. @throws TipstaffError `usage.only`. */
export function readRoles(list: string): Role[] {
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const role = roles.find((one) => one === name);
    if (role !== undefined) return role;
    throw new TipstaffError(
      'usage.only',
      `--only: found ${JSON.stringify(name)}; accepted: ${roles.join(', ')}, with commas between.`,
    );
  });
}
