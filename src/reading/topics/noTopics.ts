import { rules } from '../rule.ts';

/** Words that look like a topic and are none: they are read first, so that no topic is seen in them. */
export const noTopics = rules('no topic', [
  ['compel arbitration', 'MOTION to compel arbitration'],
  ['vacat* [the] [status|motion] (hearing*|conference*|date*|deadline*|trial)', 'Notice Vacating Hearing'],
  ['with leave to amend', 'ORDER denying confirmation with leave to amend'],
  ['without [fees or] costs', 'ORDER: discontinued without costs'],
  ['strike # holdings', 'NOTICE of Related Cases filed by Strike 3 Holdings'],
  ['(pending|speedy) trial', 'Motion to Detain Pending Trial'],
  ['(exclude|excluding|exclusion of|excludable) [speedy trial] time', 'STIPULATION to exclude speedy trial time'],
  ['for trial purposes', 'Redacted Indictment for Trial purposes only'],
  ['amend [a|the|any] (lease|plan|schedule*|list|matrix|bylaws)', 'Motion authorizing the debtors to amend a lease'],
  ['adr scheduling', 'ADR SCHEDULING ORDER'],
  ['having been (dismissed|converted|reopened)', 'The case having been dismissed; IT IS ORDERED that it is closed'],
  ['(the|of the) (reopened case|case reopened|reopening)', 'further administration of the reopened case'],
  ['grand jury', 'Motion: the Grand Jury was not asked'],
  ['(automatic|result in|subject to|previous|prior) dismissal', 'Failure to comply will result in dismissal'],
  ['(will|may|shall) be dismissed', 'This case will be dismissed if no fee is paid'],
  [
    '[substantively|jointly] consolidated (member|cases|appeal*|action*|plaintiff*|defendant*|sipa|class|amended|complaint)',
    'AMENDED ORDER in all consolidated member cases',
  ],
  ['# notice of removal', 'STIPULATION re 1 Notice of Removal'],
  [
    '(to|answer|of|the|respond to|dismiss) [plaintiff*] [the|first|second|third|fourth|corrected|verified] amended (complaint|petition|answer|counterclaim*)',
    'Motion to Dismiss the Second Amended Complaint',
  ],
  ['final orders of removal', 'ORDER about persons with final orders of removal'],
  ['pending [conditional] transfer order', 'In light of the pending conditional transfer order, the action is stayed'],
  ['(trial|hearing) setting', 'Motion Hearing/Trial Setting'],
  ['interim trustee', 'Notice of Appointment of Interim Trustee'],
  ['no mandate', 'No mandate shall issue'],
  ['protective order* (entered|in) [any]', 'Prior protective orders entered in any matter'],
  ['(sealed|redacted) (district court documents|copy of)', 'CD of sealed district court documents'],
  ['habeas corpus ad (prosequendum|testificandum)', 'Writ of Habeas Corpus ad Prosequendum Issued'],
  ['[leave to] serve third party', 'MOTION for leave to serve third party subpoena'],
]);
