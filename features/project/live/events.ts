// Past events on the devices of a page: alarms and writes, filtered by what the caller may see of each device. Decision
// 30.
import type { z } from 'zod'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { isAmong } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { nextWrite, writesWithin } from '../../platform/open/operation-log-writes.ts'
import { cannotSpan } from '../../watch/history/rules.ts'
import { alarmSpans, nextAlarm } from '../../watch/open/alarm-spans.ts'
import { refuse } from '../../watch/open/history-replay.ts'
import { maxEvents, type nextPageEvent, type queryPageEvents } from '../../watch/playback/contract.ts'
import { alarmsOf } from './rules.ts'

/** The devices of a page, divided by right: those whose alarms the caller may see, and those whose writes. */
async function devicesOf(call: OpenCall, pageId: PageId) {
  const { asker } = call
  const { equips, alarmDevices, equipmentId } = await bindsShown(call, pageId)
  const onPage = [...new Set([...(equipmentId === null ? [] : [equipmentId]), ...equips])] as EquipmentId[]
  const alarmed =
    onPage.length > 0 && asker.auths.includes('alarm:view') ? alarmsOf(asker.devices, alarmDevices, onPage) : 'none'
  const logged = asker.auths.includes('log:view') ? onPage.filter((id) => isAmong(asker.devices, id)) : []
  return { alarmed: alarmed === 'none' ? [] : alarmed, logged }
}

export async function eventsWithin({ pageId, ...span }: z.output<(typeof queryPageEvents)['input']>, call: OpenCall) {
  refuse(cannotSpan(span))
  const { alarmed, logged } = await devicesOf(call, pageId)
  const most = maxEvents + 1
  const alarms = await alarmSpans(call.sight, alarmed, { ...span, most })
  const writes = await writesWithin(call.sight, logged, { ...span, most })
  const isCut = alarms.length > maxEvents || writes.length > maxEvents
  return { alarms: alarms.slice(0, maxEvents), writes: writes.slice(0, maxEvents), isCut }
}

export async function nextEvent({ pageId, at, isBack }: z.output<(typeof nextPageEvent)['input']>, call: OpenCall) {
  const { alarmed, logged } = await devicesOf(call, pageId)
  const how = { at, isBack, within: limits.querySpanDays * 24 * 3600_000 }
  const found = [await nextAlarm(call.sight, alarmed, how), await nextWrite(call.sight, logged, how)]
  const times = found.filter((each) => each !== undefined)
  return { at: times.length === 0 ? null : isBack ? Math.max(...times) : Math.min(...times) }
}
