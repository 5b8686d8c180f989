/**
 * The price of a credit, in hours that a filing waits: what a look has to save for each credit that it costs. Where
 * money is short it is high, and looks are few. It is moved once a day, so that what is left of the budget is spent
 * evenly.
 */
export interface LookPrice {
  readonly price: number;
  /** The UTC day on which it was set. */
  readonly day: string;
  /** Credits that adaptive queries were to spend, by UTC day: the last seven, that day included. */
  readonly planned: Readonly<Record<string, number>>;
}

/** Without a budget: about two looks a day at an ordinary case. */
export const priceWithoutBudget = 0.016;

/**
 * The daily looks of a query are about 24 times the root of its rate over twice its look's price: so what they cost is
 * known ahead.
 */
export function firstPrice(
  queries: readonly { readonly credits: number; readonly perHour: number }[],
  planned: number,
): number {
  const roots = queries.reduce((sum, { credits, perHour }) => sum + 24 * Math.sqrt((credits * perHour) / 2), 0);
  return clamped((roots / Math.max(planned, 1e-6)) ** 2, bounds);
}

const bounds = { least: 1e-5, most: 1e4 };
const daysBack = 7;
/** Eight times as many looks as are known ahead, or an eighth. */
const farthest = 64;

/**
 * The price of a new day. More money a day than yesterday makes it cheaper, for looks go by the root of the price; what
 * was spent beyond the plan of the last week, whole weeks because courts sleep at weekends, makes it dearer. At most
 * doubled or halved, and never far from what is known ahead: where `atMostEvery` keeps a budget from being spent, it
 * would fall for months, and take months to rise when money is short.
 * @param spent what adaptive queries spent, by UTC day
 * @param ahead the price that is known ahead (`firstPrice`)
 */
export function adjusted(
  before: LookPrice,
  today: string,
  planned: number,
  spent: ReadonlyMap<string, number>,
  ahead = before.price,
): LookPrice {
  const days = Object.keys(before.planned).sort();
  const plans = days.map((day) => before.planned[day] ?? 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [wasPlanned, wasSpent] = [sum(plans), sum(days.map((day) => spent.get(day) ?? 0))];
  const off = wasPlanned > 0 ? clamped(wasSpent / wasPlanned, { least: 0.25, most: 4 }) : 1;
  const change = (plans.at(-1) ?? planned) / Math.max(planned, 1e-6);
  const factor = clamped(clamped(change, { least: 0.5, most: 2 }) ** 2 * off ** 0.5, { least: 0.5, most: 2 });
  const kept = days.slice(-(daysBack - 1)).map((day) => [day, before.planned[day] ?? 0] as const);
  const near = { least: Math.max(bounds.least, ahead / farthest), most: Math.min(bounds.most, ahead * farthest) };
  const price = clamped(before.price * factor, near);
  return { price, day: today, planned: Object.fromEntries([...kept, [today, planned]]) };
}

/**
 * What all checks may spend on each of the days that are left, in credits; undefined: there is no budget.
 * @param daysLeft of this month, today included
 */
export function perDayLeft(
  { perDay, perMonth }: { readonly perDay?: number | undefined; readonly perMonth?: number | undefined },
  spentThisMonth: number,
  daysLeft: number,
): number | undefined {
  const ofMonth = perMonth === undefined ? [] : [Math.max(0, perMonth - spentThisMonth) / Math.max(1, daysLeft)];
  const limits = [...(perDay === undefined ? [] : [perDay]), ...ofMonth];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

function clamped(value: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(most, Math.max(least, value));
}
