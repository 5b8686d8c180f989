import type { Priority } from '../reading/entryPriority.ts';
import type { MessageChange } from './content.ts';

/** What happens to designs, in the order in which a brand team wants to read it. */
const ranks = ['new', 'lapsed', 'holder', 'renewed', 'pictures', 'litigation', 'rest'] as const;
type Rank = (typeof ranks)[number];

/** The rank of a change among those of designs: 0 a new design, then lapsed ones, new holders, renewals, pictures, litigation, 6 the rest. */
export function designRank(change: Pick<MessageChange, 'kind' | 'fields'>): number {
  return ranks.indexOf(rankOf(change));
}

/** The priority of a change of a design: like changes of cases to act on, to read, or routine. */
export function designPriority(change: Pick<MessageChange, 'kind' | 'fields'>): Priority {
  const rank = designRank(change);
  if (rank <= ranks.indexOf('lapsed')) return 'act';
  return rank < ranks.indexOf('rest') ? 'read' : 'routine';
}

function rankOf({ kind, fields }: Pick<MessageChange, 'kind' | 'fields'>): Rank {
  const has = (name: string) => fields.some((field) => field.field === name);
  switch (kind) {
    case 'design.new':
      return 'new';
    case 'design.status':
      return fields.some(({ field, after }) => field === 'status' && isLapsed(after)) ? 'lapsed' : 'rest';
    case 'design.renewed':
      return 'renewed';
    case 'design.litigation':
      return 'litigation';
    case 'design.updated':
      return has('holders') ? 'holder' : has('images') ? 'pictures' : 'rest';
    default:
      return 'rest';
  }
}

function isLapsed(status: unknown): boolean {
  return status === 'EXP' || status === 'DEL' || /expired|lapsed|deleted|cancelled|surrendered/i.test(String(status));
}
