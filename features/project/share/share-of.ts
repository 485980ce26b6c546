// The shared device or project, and the calls for its share.
import { call } from '../../../contract/call.ts'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { projectMenus, type ShareMenu, shareMenus } from '../../../contract/share-menus.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  editShareAuth,
  editSharePassword,
  type Generated,
  projectShareInfo,
  renewProjectShareLink,
  renewShareLink,
  type ShareAuths,
  type ShareInfo,
  shareInfo,
} from './contract.ts'

export type SharedThing = { equipId: EquipmentId } | { projectId: ProjectId }
/** The values of the form. */
export type ShareEntry = Omit<ShareAuths, 'ancestors'> & { ancestors: string[]; isShared: boolean }

export const isDevice = (of: SharedThing): of is { equipId: EquipmentId } => 'equipId' in of

export const menusOf = (of: SharedThing): readonly ShareMenu[] => (isDevice(of) ? shareMenus : projectMenus)

export const loadInfo = (of: SharedThing): Promise<ShareInfo> =>
  isDevice(of) ? call(shareInfo, of) : call(projectShareInfo, of)

export const setPassword = (of: SharedThing, sharePwd: string): Promise<{ token: string | null }> =>
  isDevice(of) ? call(editSharePassword, { ...of, sharePwd }) : call(editProjectSharePassword, { ...of, sharePwd })

export const renewLink = (of: SharedThing): Promise<{ token: string }> =>
  isDevice(of) ? call(renewShareLink, of) : call(renewProjectShareLink, of)

export function editShare(of: SharedThing, { mayWrite, menus, ...entry }: ShareEntry): Promise<Generated> {
  if (isDevice(of)) return call(editShareAuth, { ...of, ...entry, menus, mayWrite })
  const shown = projectMenus.filter((menu) => menus.includes(menu))
  return call(editProjectShareAuth, { ...of, ...entry, menus: shown, mayWrite })
}
