// The devices that maps on a page of a project show. Decision 28.
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { isAmong } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { placedDevices } from '../monitor/part-placed.ts'
import { loadMembers } from './store.ts'

export async function placesOn(pageId: PageId, call: OpenCall) {
  const { projectId, map, alarmDevices } = await bindsShown(call, pageId)
  if (!map) return []
  const { devices: own } = call.asker
  const members = projectId === null ? [] : await loadMembers(call.sight, projectId)
  const isOwn = (id: number) => isAmong(own, id as EquipmentId)
  const shown = map.devices === 'all' ? members : map.devices.filter((id) => members.includes(id) || isOwn(id))
  const tellsAlarms = (id: number) => isOwn(id) || alarmDevices === 'all' || alarmDevices.includes(id)
  return (await placedDevices(call, shown)).map(({ sn: _, ruleType: __, sort: ___, ...device }) => {
    const mayOpen = isOwn(device.id)
    const hidden = { hasTrack: false, address: null, signalStrength: map.withSignal ? device.signalStrength : null }
    return { ...device, ...(!mayOpen && hidden), ...(!tellsAlarms(device.id) && { alarms: null }), mayOpen }
  })
}
