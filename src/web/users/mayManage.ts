import { mayAct } from '../action.ts';
import type { Viewer } from '../visit/viewer.ts';

/** Who may manage users and read the audit log: admins who may see every matter. */
export function mayManage(viewer: Viewer): boolean {
  return mayAct(viewer, 'admin') && viewer.matters === 'all' && !viewer.guest;
}
