// The address that a message links to. Pure. [S4 Alarm/order click] [S2 /msg]
import { pathOf } from '../../../ui/routes.ts'
import type { Message } from './contract.ts'

type Named = Pick<Message, 'id' | 'type' | 'equipType' | 'dataId' | 'alarmId'>

/** The list from which a message was opened. */
export type MenuType = 'all' | 'readen' | 'unReaden'

/**
 * The page that a message links to. Orders have no page of their own yet, so their messages link to the message itself.
 */
export function placeOf(message: Named, menuType: MenuType = 'all'): string {
  const { type, equipType, dataId, alarmId, id } = message
  if (type === 'alarm' && equipType === 'eg') {
    const device = pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: dataId, alarm: alarmId ?? 0 })
    return alarmId === null ? `${device}?tab=alarm` : device
  }
  if (type === 'notice') return pathOf('/system/msg/detail/{dataId}/{msgType}', { dataId, msgType: type })
  const path = pathOf('/msg/detail/{menuType}/{msgType}/{equipType}/{dataId}', {
    ...{ menuType, msgType: type, equipType, dataId },
  })
  return `${path}?id=${id}`
}

/** The address for a dialog, within the shell. */
export function dialogPlaceOf({ type, equipType, dataId }: Named): string {
  return pathOf(
    type === 'expire' ? `/msg/detail/all/expire/${equipType}/{dataId}` : '/msg/detail/all/notice/public/{dataId}',
    {
      dataId,
    },
  )
}
