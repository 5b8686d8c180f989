import { rules } from '../rule.ts';

/**
 * Days in court: held, set, moved or cancelled, and the clerk's minutes of them; a decision in them makes them an
 * order.
 */
export const hearingRules = rules('hearing', [
  ['# meeting off calendar', '341 Meeting Off Calendar'],
  [
    '[amended] notice of [first|continued|rescheduled|adjourned|section #] meeting of creditors',
    'Notice of First Meeting of Creditors',
  ],
  ['submitted on the briefs', 'SUBMITTED ON THE BRIEFS'],
  [
    '[text only] notice (settlement|status|telephone|motion|pretrial) (conference|hearing)',
    'TEXT-ONLY NOTICE: Settlement conference is cancelled',
  ],
  ['case calendared', 'CASE CALENDARED for argument'],
  ['[electronic] clerk* notes', "Electronic Clerk's Notes for proceedings held before the judge"],
  ['case before … heard', 'CASE, before A. B., HEARD'],
  ['hearing', 'Evidentiary Hearing'],
  ['order to show cause hearing', 'ORDER TO SHOW CAUSE HEARING VACATED'],
  ['no appearance* [is|are] (required|necessary|needed)', 'No appearance is required on 12/2/2026'],
  ['hearings', 'Hearings'],
  ['[oral] motion hearing*', 'Motion Hearing'],
  ['(minute|minutes) [entry|entries] [for|of|re|from]', 'MINUTE ENTRY for Telephone Status Conference'],
  ['virtual minute*', 'Virtual Minute Entry in reference to hearing'],
  ['(civil|criminal|court|clerk*|courtroom|hearing) minute*', 'CIVIL MINUTES of status conference'],
  ['[amended|corrected|re] notice (of|re|setting|regarding) … hearing*', 'Notice of Hearing on Motion'],
  ['notice of [jury|bench] trial [setting]', 'Notice of Trial Setting'],
  ['notice of … (conference|argument|sentencing|arraignment|setting)', 'Notice of Scheduling Conference'],
  [
    'notice (canceling|cancelling|resetting|rescheduling|vacating|continuing|setting|adjourning) … (hearing' +
      '|conference|trial|argument)',
    'Notice canceling hearing',
  ],
  [
    'notice of (adjournment|rescheduled|rescheduling|continued|continuance|adjourned|adjourned/rescheduled' +
      '|cancellation|reset|resetting|postponement|change of) … (hearing*|conference|trial|meeting)',
    'Notice of Adjournment of Hearing',
  ],
  ['notice of (adjournment|continuance|resetting|rescheduling)', 'Notice of Adjournment'],
  ['notice to appear', 'NOTICE TO APPEAR: Settlement Conference set'],
  ['memo* (to|of) [the] record', 'Memo to Record of hearing'],
  ['letter notice of hearing', 'Letter Notice of Hearing'],
  [
    '(settlement|status|scheduling|case management|pretrial|pre-trial|telephone|telephonic|discovery|in chambers' +
      '|chambers|initial|mediation|attorney|final pretrial|bench|charge|plea|pre-motion|pre motion|rule #' +
      '|disposition|show cause|trial) conference',
    'Settlement Conference reset',
  ],
  ['conference', 'Conference held'],
  ['trial', 'Trial day three'],
  [
    '(initial appearance|first appearance|arraignment|rearraignment|change of plea|docket call|calendar call' +
      '|plea entered|jury selection|voir dire|jury trial)',
    'Initial Appearance',
  ],
  ['sentencing', 'Sentencing'],
  ['[oral] argument* [held|set|heard|scheduled]', 'ORAL ARGUMENT scheduled'],
  ['proceedings held', 'Proceedings held before the judge'],
  ['(case|oral argument) (argued|called)', 'CASE ARGUED before the panel'],
  ['argued', 'Argued before the panel'],
  [
    '(conference*|hearing|hearings|hearing document|motion|trial|argument) (held|sched*|set|reset|continued' +
      '|cancelled|canceled|adjourned|rescheduled|vacated)',
    'Hearing (Document) Sched/Cont/Resched',
  ],
  [
    '[first|amended|notice of|continued|continuance of|# indiv/joint--notice of] (# meeting|meeting) of creditors',
    'Meeting of Creditors with 341(a) meeting to be held on 3/17/2010',
  ],
  [
    'chapter # (indiv*|notice|business) … meeting of creditors',
    'Chapter 7 Indiv/Joint--Notice of Meeting of Creditors',
  ],
  ['# meeting (concluded|continued|held|set|of)', '341 Meeting Concluded'],
  [
    '[first] meeting [of creditors] (held|continued|concluded|scheduled|not held|adjourned|satisfied|chapter' +
      '|rescheduled|set)',
    'Meeting (Chapter 7)',
  ],
  ['statement adjourning … meeting', 'Statement Adjourning Meeting of Creditors'],
  ['(continuance|adjournment) of meeting', 'Continuance of Meeting of Creditors'],
  ['the # meeting', 'The 341 meeting was concluded'],
  ['(mediation|mediation conference) (held|set|scheduled|hearing)', 'Mediation held'],
  ['notice of mediation [conference|hearing]', 'NOTICE of mediation conference/hearing'],
  ['(jury|grand jury) (deliberat*|impaneled|sworn|selection)', 'Jury Deliberations'],
  ['audio file', 'Audio File'],
  ['(set|reset|set/reset|terminate) hearing on', 'Set Hearing on Motion'],
  [
    'clerk* notice (setting|resetting|scheduling|rescheduling|continuing|of hearing|vacating|cancelling' +
      '|canceling) … (hearing|conference|trial|cmc)',
    "CLERK'S NOTICE setting case management conference",
  ],
  ['(no document attached|notice) … set for', 'NOTICE as to the defendant: sentencing set for 4/4/2015'],
]);
