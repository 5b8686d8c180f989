const asksForTime =
  /\b(?:motions?|stipulations?|applications?|requests?)\b[^.;:]{0,40}? (?:to|for) (?:an? )?(?:[a-z-]+ ){0,2}?(?:continu(?:e|ance)|exten(?:d|sion)|adjourn(?:ment)?|reschedule|reset|enlarge(?:ment)?|postpone)\b/;
const givesTime =
  /\b(?:is|are|be|hereby|and|now),? (?:hereby )?(?:continued|extended|rescheduled|adjourned|reset|enlarged)\b,? (?:to|until|for|through)\b/;

const titleAndMotion =
  /^((?:[a-z'-]+ ){0,3}order (?:of|for|to) [^\d([.;:]{3,60})[^.;]{0,80}?\b\d{1,4}(?:-\d{1,2})?\]? (?:[a-z']+ ){0,2}motions? (?:for|to) ([^.;()]{3,60})/;
const gerundAndMotion =
  /^(?:[a-z'-]+ ){0,3}order ([a-z]{4})[a-z]{0,8}ing\b[^([]{0,80}\((?:re:? ?)?related[^()]{0,160}(?:\([^()]{0,10}\)[^()]{0,160})?\bmotion to ([a-z]{4})/;
const matter = /[a-z]{6,}/g;
const noMatter: ReadonlySet<string> = new Set(['motion', 'motions', 'hearing', 'court', 'defendant', 'plaintiff']);

/**
 * Whether an order without any word of decision does what the motion that it names asks for: moves the day that a motion to
 * continue is about ("ORDER on Stipulation to Continue Sentencing: … rescheduled to …"), or is called what the motion is for ("ORDER
 * of Forfeiture re 12 MOTION for Forfeiture", "Order Reinstating Case (related document 13 Motion to Reinstate Case)").
 *
 * @param head the beginning of the entry, in lower case
 * @param body the whole entry, in lower case
 */
export function doesWhatIsAsked(head: string, body: string): boolean {
  if (asksForTime.test(head.slice(0, 200)) && givesTime.test(body)) return true;
  const [, done, sought] = gerundAndMotion.exec(head) ?? [];
  if (done !== undefined && done === sought) return true;
  const [, title = '', motion = ''] = titleAndMotion.exec(head) ?? [];
  const asked = new Set(motion.match(matter));
  return (title.match(matter) ?? []).some((word) => asked.has(word) && !noMatter.has(word));
}
