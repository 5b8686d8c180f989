import { mayAct } from '../action.ts';
import type { Viewer } from '../visit/viewer.ts';

/** Who sees to users and reads the audit log: admins to whom no matter is closed. */
export function mayManage(viewer: Viewer): boolean {
  return mayAct(viewer, 'admin') && viewer.matters === 'all' && !viewer.guest;
}
