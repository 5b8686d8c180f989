/** For how many days the key of a program is valid at most: two years. */
export const mostKeyDays = 730;

/** What is wrong with a number of days; undefined: nothing. */
export function keyDaysMistake(days: string): string | undefined {
  const isRight = /^[1-9]\d{0,2}$/.test(days) && Number(days) <= mostKeyDays;
  return isRight ? undefined : `A key is valid for 1 to ${mostKeyDays} days.`;
}
