import { rules } from '../rule.ts';

/** What ends a case or a part of it: judgments, what a magistrate judge or master recommends, what a jury finds. */
export const judgmentRules = [
  ...rules('judgment', [
    ['[clerk*] certificate of default', "Clerk's Certificate of Default"],
    [
      '[final|default|consent|clerk*|amended|partial|stipulated|agreed|summary|declaratory|civil|deficiency|corrected|entry of] judgment',
      'FINAL JUDGMENT in favor of the plaintiff',
    ],
    [
      '[amended] (order|opinion|decision) and [final|default|consent|amended|partial] judgment',
      'AMENDED ORDER AND FINAL JUDGMENT',
    ],
    [
      'judgment (by court|as to|in a criminal case|in a civil action|of forfeiture|of dismissal|of conviction)',
      'Judgment by Court',
    ],
    ['[final|consent] [consent] decree', 'CONSENT DECREE entered'],
    ['clerk* entry of default', "Clerk's Entry of Default"],
    ['(entry of default|default entered)', 'ENTRY OF DEFAULT as to the defendant'],
    ['entry of default [judgment] (by clerk|as to|against)', 'Entry of Default by Clerk'],
    ['abstract of judgment', 'Abstract of Judgment'],
    ['[clerk*] default judgment', "Clerk's Default Judgment"],
    ['(satisfaction|bill) of judgment issued', 'Satisfaction of Judgment Issued'],
    ['clerk* default', "CLERK'S DEFAULT entered against the defendant"],
    ['order of default', 'Order of Default'],
  ]),
  ...rules('report', [
    ['report* (and|&) recommendation*', 'Final Report and Recommendation'],
    ['report and recommended', 'REPORT AND RECOMMENDED decision'],
    ['(findings|finding of fact) (and|&) recommendation*', 'FINDINGS AND RECOMMENDATIONS that the case be dismissed'],
    [
      'findings of fact conclusions of law and recommendation*',
      'Findings of Fact, Conclusions of Law and Recommendation',
    ],
    ['magistrate* [judge*] (report|recommendation|findings)', "Magistrate Judge's Report"],
    ['memorandum (and|&) recommendation*', 'Memorandum and Recommendation'],
    ['order and report* and recommendation*', 'ORDER AND REPORT AND RECOMMENDATION'],
    ['[final|amended|supplemental] report* and recommendation*', 'Supplemental Report and Recommendations'],
    ['special master* (report|recommendation|findings)', "SPECIAL MASTER'S REPORT No. 4"],
    ['(report|recommendation) of [the] (special master|magistrate judge)', 'REPORT of the Special Master'],
    ['[proposed] findings … and recommendation*', 'Proposed Findings and Recommendation'],
    ['recommendation (that|to|re)', 'RECOMMENDATION that the motion be denied'],
  ]),
  ...rules('verdict', [
    ['[sealed|redacted|special] [jury] verdict [form]', 'JURY VERDICT as to the defendant'],
    ['verdict form', 'Verdict Form'],
  ]),
];
