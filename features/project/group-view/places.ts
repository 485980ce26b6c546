// Addresses of groups, and of the devices in them. Pure. [S2]
import { pathOf } from '../../../ui/routes.ts'

export const groupPath = (groupId: number): string => `/monitor/eg/group?group=${groupId}`

export const listPath = (groupId: number, id: number): string =>
  pathOf('/monitor/eg/group/list/{groupId}/{id}', { groupId, id })

/** The address of a configuration page; without a page, that of the start page. */
export const configurationPath = (groupId: number, id: number, pageId?: number): string =>
  pageId === undefined
    ? pathOf('/monitor/eg/group/configuration/{groupId}/{id}', { groupId, id })
    : pathOf('/monitor/eg/group/configuration/{groupId}/{id}/{pageId}', { groupId, id, pageId })

type Ruled = { id: number; ruleType: '00' | '01' }

/** The address of a device: by its ruleType, or by the user's setting for all devices. [S3 ruleType, equipDisplay] */
export function devicePath(groupId: number, { id, ruleType }: Ruled, display: string): string {
  const isPage = display === 'page' || (display === 'device' && ruleType === '01')
  return isPage ? configurationPath(groupId, id) : listPath(groupId, id)
}
