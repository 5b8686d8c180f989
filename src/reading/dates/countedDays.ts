/** "within 14 days": days counted from this entry. */
export interface CountedDays {
  readonly start: number;
  readonly end: number;
  readonly days: number;
}

const words: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  five: 5,
  seven: 7,
  ten: 10,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  'twenty-one': 21,
  'twenty-eight': 28,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
};

const count = String.raw`(?:(?:[a-z]+(?:-[a-z]+)? )?\((\d{1,3})\)|(\d{1,3})|(${Object.keys(words).join('|')}))`;
const within = new RegExp(
  String.raw`\b(?:due )?(?:within|in|no later than|not later than|has|have|had|up to|granted|due|by|for|allowed|given|an? additional)? ?(?:an? additional )?${count}[ -](?:calendar |business |court |working )?days?\b`,
  'gi',
);
const inBrackets = /\((\d{1,3})[ -]days?\)/gi;

// Days counted from another event, or a length of time: "5 days before the hearing", "14 days after service of the motion".
const fromHere =
  /^ ?(?:of|from|after|following) (?:the )?(?:date |day )?(?:of |on )?(?:the )?(?:entry |service |issuance |filing |signing |receipt )?(?:of )?(?:this date|th(?:is|e) (?:order(?! (?:terminating|closing|for relief))|notice|entry|letter|memorandum|report|recommendation|judgment|opinion|decision|filing)|service|entry|today|hereof|thereof|its date|this|order(?! (?:terminating|closing|for relief)))\b(?! of (?:the|a|an|answering|opening|appell\w+|respon\w+|petition\w*|plaintiff|defendant)\b)/i;
const counted = /^ ?(?:thereafter|later|before|prior|preceding|in advance|after|from|of|following|earlier|ago)\b/i;
// "Failure to make service within 120 days": these days are over.
const failed = /\b(?:failure|failed|failing) to [^.;:]{1,50}$/i;
const strong = /^(?:within|no later than|not later than|due)\b/i;

/** Every count of days from the entry itself. */
export function countedDays(text: string, summons: boolean): CountedDays[] {
  const found: CountedDays[] = [];
  for (const match of text.matchAll(within)) {
    const end = match.index + match[0].length;
    const days = Number(match[1] ?? match[2] ?? words[match[3]?.toLowerCase() ?? '']);
    const isOver = failed.test(text.slice(Math.max(0, match.index - 60), match.index));
    if (!isOver && isFromHere(match[0], text.slice(end, end + 80))) found.push({ start: match.index, end, days });
  }
  // "(21 days)" in a summons is the time to answer; elsewhere it is the length of something.
  for (const match of summons ? text.matchAll(inBrackets) : []) {
    found.push({ start: match.index, end: match.index + match[0].length, days: Number(match[1]) });
  }
  return found.filter(({ days }) => days > 0).slice(0, 100);
}

function isFromHere(said: string, rest: string): boolean {
  return counted.test(rest) ? fromHere.test(rest) : strong.test(said.trim());
}
