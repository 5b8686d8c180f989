/** Each state as the Bluebook abbreviates it; states that it does not abbreviate are left out. */
const states: Readonly<Record<string, string>> = {
  Alabama: 'Ala.',
  Arizona: 'Ariz.',
  Arkansas: 'Ark.',
  California: 'Cal.',
  Colorado: 'Colo.',
  Connecticut: 'Conn.',
  Delaware: 'Del.',
  Florida: 'Fla.',
  Georgia: 'Ga.',
  Hawaii: 'Haw.',
  Illinois: 'Ill.',
  Indiana: 'Ind.',
  Kansas: 'Kan.',
  Kentucky: 'Ky.',
  Louisiana: 'La.',
  Maine: 'Me.',
  Maryland: 'Md.',
  Massachusetts: 'Mass.',
  Michigan: 'Mich.',
  Minnesota: 'Minn.',
  Mississippi: 'Miss.',
  Missouri: 'Mo.',
  Montana: 'Mont.',
  Nebraska: 'Neb.',
  Nevada: 'Nev.',
  Oklahoma: 'Okla.',
  Oregon: 'Or.',
  Pennsylvania: 'Pa.',
  Tennessee: 'Tenn.',
  Texas: 'Tex.',
  Vermont: 'Vt.',
  Virginia: 'Va.',
  Washington: 'Wash.',
  'West Virginia': 'W. Va.',
  Wisconsin: 'Wis.',
  Wyoming: 'Wyo.',
};

/** Those that follow the `D.` without a blank. */
const closeStates: Readonly<Record<string, string>> = {
  Columbia: 'C.',
  'New Hampshire': 'N.H.',
  'New Jersey': 'N.J.',
  'New Mexico': 'N.M.',
  'New York': 'N.Y.',
  'North Carolina': 'N.C.',
  'North Dakota': 'N.D.',
  'Puerto Rico': 'P.R.',
  'Rhode Island': 'R.I.',
  'South Carolina': 'S.C.',
  'South Dakota': 'S.D.',
};

/**
 * The name of a trial court in the short form of the Bluebook: `U.S. District Court for the Western District of Texas` → `W.D. Tex.`,
 * `Bankruptcy Court for the District of Delaware` → `Bankr. D. Del.`; undefined for any other court.
 */
export function shortCourtName(name: string): string | undefined {
  const [, part = '', state = ''] =
    /\b(?:(North|South|East|West|Middle|Central)(?:ern)? )?District of ([A-Z][A-Za-z ]+)$/.exec(name.trim()) ?? [];
  if (state === '') return undefined;
  const district = part === '' ? 'D.' : `${part.charAt(0)}.D.`;
  const close = closeStates[state];
  const short = close === undefined ? `${district} ${states[state] ?? state}` : district + close;
  return /bankruptcy/i.test(name) ? `Bankr. ${short}` : short;
}
