import type { Viewer } from '../../people/viewer.ts';
import { mayAct } from '../action.ts';

/** Who may manage users and read the audit log: admins who may see every matter. */
export function mayManage(viewer: Viewer): boolean {
  return mayAct(viewer, 'admin') && viewer.matters === 'all' && !viewer.guest;
}
