import { rules } from '../rule.ts';

/** Words of decision, wherever they stand in an order, a judgment or a recommendation. */
export const outcomeRules = [
  ...rules('granted in part', [
    ['(grant*|allow*|sustain*|approv*) in part', 'ORDER granting in part and denying in part 82 Motion to Dismiss'],
    [
      '(granting|grants|granted) [#] (motion*|application*|request*) … in part',
      'ORDER granting 12 Motion to Compel in part',
    ],
    ['partially grant*', 'ORDER partially granting motion'],
    ['(affirm*) in part', 'Judgment affirmed in part'],
  ]),
  ...rules('granted', [
    ['(granting|granted|grants|grant)', 'ORDER granting 12 Motion to Continue'],
    ['(allowing|allowed)', 'Motion ALLOWED'],
    ['(approving|approved|approves)', 'ORDER APPROVING certain policies'],
    ['so ordered', 'SO ORDERED'],
    ['(accepting|accepted) [the] (report|findings|magistrate)', 'Order Accepting Findings and Recommendations'],
    [
      '(adopting|adopted|adopts) … (report*|recommendation*|r&r|stipulat*|order|plan|agreement|schedule|proposed|opinion)',
      'ORDER adopting Report and Recommendation',
    ],
    ['(report*|recommendation*|r&r) … (adopted|accepted|approved)', 'ORDER: the Report and Recommendation is adopted'],
    ['(affirmed|affirming|affirms)', 'The judgment is AFFIRMED'],
    ['(sustained|sustaining)', 'ORDER: objection sustained'],
    ['confirming [#] (chapter|plan|amended|debtor*|sale|the|arbitration)', 'Order Confirming 23 Amended Plan'],
    ['plan [is] [hereby] confirmed', 'Order: the plan is confirmed'],
    ['(authorizing|permitting)', 'Order Authorizing the Debtors to sell'],
    ['order to allow', 'ORDER to allow inspection re 31 Motion'],
    ['(accepting|accepted) document', 'Discrepancies and Order Accepting Document'],
    ['order* (extending|delaying|shortening|enlarging)', 'ORDER Extending Deadline for Filing Objection'],
    ['recommending [that] … accept', 'FINDINGS AND RECOMMENDATION: recommending that the judge accept the plea'],
    ['motion* … now due', 'Order on motion to extend time: answer now due 4/1/2026'],
  ]),
  ...rules('denied', [
    ['(denying|denied|denies|deny)', 'ORDER denying motion'],
    [
      '(dismissing|dismisses) [#] [the] [plaintiff*|defendant*] (motion*|application*|request*)',
      'ORDER dismissing 12 Motion to Compel',
    ],
    ['(overrul*|rejecting)', 'ORDER: objection overruled'],
  ]),
  ...rules('moot', [
    [
      '(denied|denying|deny|denies|dismissed|dismissing|terminated|terminating) [#] … (as moot|moot)',
      'ORDER denying as moot 21 Motion to Compel',
    ],
    ['(moot|mooted|mooting)', 'TEXT ORDER finding as moot 7 Motion'],
  ]),
  ...rules('withdrawn', [
    ['[hearing] [not] held withdrawn', 'Minutes: Hearing Held; Withdrawn'],
    ['(motion|application|objection|outcome)* … withdrawn', 'Minute of Hearing: motion withdrawn'],
    [
      'withdrawing [#] [the|trustee*|debtor*|plaintiff*|defendant*|government*|movant*] [with prejudice|without prejudice] [#] (motion|application|objection|claim|petition|proof)',
      'Agreed Order Withdrawing without prejudice Motion To Enforce',
    ],
  ]),
  ...rules('deferred', [
    ['[taken|taking] under (advisement|submission)', 'ORDER: the motion is taken under advisement'],
    [
      '(motion*|application*|request*|objection*|petition*) … entered and continued',
      'MINUTE entry: the motion to compel is entered and continued',
    ],
    [
      '(holding|held|holds) [#] [the] [plaintiff*|defendant*] (motion*|ruling|decision|application*|request*) … in abeyance',
      'ORDER holding 12 motion in abeyance',
    ],
    ['(motion*|application*|request*) … held in abeyance', 'ORDER: the motion is held in abeyance'],
    ['# continued (to|until)', 'Order re 1 Complaint. #1 CONTINUED TO FEB. 17'],
    [
      '(emergency|motion|motions|application|objection|complaint) … continued (to|until|for)',
      'Order regarding 11 Emergency Motion. CONTINUED TO January 6',
    ],
    ['(deferring|deferred|defers) [ruling|judgment|decision|#]', 'ORDER deferring ruling on 12 Motion'],
    ['(reserved|reserving|reserves) (ruling|judgment|decision|#)', 'ORDER reserving ruling'],
  ]),
  ...rules('dismissed', [
    [
      '(case|action|complaint|petition|claims|claim|appeal|appeals|matter|proceeding|lawsuit|plaintiff*|defendant*|counterclaims) … (dismissed|discontinued)',
      'ORDER: this action is dismissed without prejudice',
    ],
    ['dismissing', 'Order Dismissing Case'],
    ['(order|judgment|stipulat*|ordered) [of|for] [voluntary] (dismissal|discontinuance)', 'Order of Dismissal'],
    ['notice of dismissal', 'ORDER and notice of dismissal for failure to file schedules'],
    ['dismissed (in part|for)', 'MEMORANDUM DISPOSITION: DISMISSED in part and DENIED in part'],
    ['# dismissed', 'JUDGMENT as to the defendant; Counts 10-20, 49, Dismissed'],
    ['count* … dismissed', 'JUDGMENT: Count I is dismissed on the motion of the government'],
    ['dismissed (with|without)', 'JUDGMENT: dismissed without prejudice'],
  ]),
  ...rules('reversed', [
    [
      'order* vacating [#] [prior|the|an|a|its|this] [court*|prior] (order|judgment|dismissal|opinion|decision)',
      'Order VACATING ORDER on notice',
    ],
    [
      '(conviction|judgment|dismissal|sentence|default) … … (is|are) [hereby|herewith] vacated',
      'MEMORANDUM AND ORDER: the conviction on Count I is herewith vacated',
    ],
    [
      '(court|judge) [hereby] vacates [the|its|this] [prior|previous|earlier] (order|judgment|dismissal)',
      'Minute Entry: the Court vacates the order of release',
    ],
    ['(reversed|reversing|reverses)', 'The judgment is REVERSED'],
    ['(vacated|vacating|vacates) and (remanded|remanding|remands)', 'Judgment VACATED and REMANDED'],
  ]),
];
