/** The number of a registered right without the parts in which spellings differ: `DM/214 567` → `DM214567`, `US D0,901,234 S1` → `D901234`. */
export function rightNumber(number: string): string {
  const letters = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const [, american] = /^(?:US)?D0*(\d{3,7})(?:S\d?)?$/.exec(letters) ?? [];
  return american === undefined ? letters : `D${american}`;
}
