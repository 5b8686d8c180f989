import type { ListedAlert } from '../outbox/alertsTable.ts';
import { counted } from '../words/counted.ts';

/** What an alert contains, in words. */
export function aboutWords({ kind, changes }: ListedAlert): string {
  switch (kind) {
    case 'changes':
      return counted(changes, 'change');
    case 'baseline':
      return 'the baseline of a watch';
    case 'notice':
      return 'Tipstaff’s own incidents';
  }
}
