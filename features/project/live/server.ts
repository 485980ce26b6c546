import { fail } from '../../../contract/errors.ts'
import { EquipmentId, maxWhole, type PageId, type ReportId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { columnsOf } from '../../../contract/row-columns.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import { isAmong } from '../../../db/sight.ts'
import { holdProjectValue, projectCallback, writeProjectValue } from '../../device/command/contract.ts'
import { holdPress, outcome } from '../../device/open/command-writing.ts'
import { openLive } from '../../device/open/live-open.ts'
import { liveFields, withReading } from '../../device/open/live-reading.ts'
import { type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { recallValues } from '../../frame/spine-services.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { alarmFile, confirmAlarms, listedAlarms } from '../../watch/open/alarm-listed.ts'
import { storedFile } from '../../watch/open/history-export-files.ts'
import { storedCurves, storedReports, storedRows } from '../../watch/open/history-stored.ts'
import { nextPageEvent, queryPageEvents, replayProject } from '../../watch/playback/contract.ts'
import {
  confirmProjectAlarms,
  inBothForms,
  openProjectGateway,
  projectToken,
  queryProjectAlarms,
  queryProjectColumns,
  queryProjectGateways,
  queryProjectHistory,
  queryProjectPlaces,
  queryProjectRows,
  saveProjectAlarms,
  saveProjectRows,
} from './contract.ts'
import { eventsWithin, nextEvent } from './events.ts'
import { placesOn } from './places.ts'
import { mvarHistory, replayed } from './replayed.ts'
import { alarmsOf, byDevice, shownOf } from './rules.ts'
import { insertTicket, loadGateways, loadSignalsOf, loadStand, placesOf } from './store.ts'
import { sightOf, writeOfProject } from './writes.ts'

/** Returns a test whether the caller may see a variable of the device, on this page or anywhere. */
async function seenOn(
  call: OpenCall,
  pageId: PageId,
  equipmentId: EquipmentId,
): Promise<(signalId: number) => boolean> {
  if (isAmong(call.asker.devices, equipmentId)) return () => true
  const bound = new Set((await bindsShown(call, pageId)).signals)
  return (signalId) => bound.has(signalId)
}

/** Checks that a table of the page shows the report, or that the caller can see the device. Throws notFound. */
async function mustShow(call: OpenCall, pageId: PageId, equipmentId: EquipmentId, reportId: ReportId): Promise<void> {
  if (isAmong(call.asker.devices, equipmentId)) return
  const { reports } = await bindsShown(call, pageId)
  if (!reports.some((each) => each.equipmentId === equipmentId && each.reportId === reportId))
    throw fail('notFound', {}, { field: 'reportId' })
}

/** The reports of a device, limited to columns of the page's variables and to reports that the page shows. */
async function columnsSeen(call: OpenCall, pageId: PageId, equipmentId: EquipmentId) {
  const isSeen = await seenOn(call, pageId, equipmentId)
  const { reports: whole } = await bindsShown(call, pageId)
  const { zone, reports } = await storedReports(call.sight, equipmentId)
  const seen = reports.map((report) => {
    const isWhole = whole.some((each) => each.equipmentId === equipmentId && each.reportId === report.id)
    return { ...report, columns: report.columns.filter(({ signalId }) => isWhole || isSeen(signalId)) }
  })
  return { zone, reports: seen.filter(({ columns }) => columns.length > 0) }
}

/** A caller limited to some pages may open streams only of the devices on these pages. Throws equipmentNotFound. */
async function mustBeOnPages(call: OpenCall, equipmentId: EquipmentId): Promise<void> {
  const { pages } = call.asker
  if (!pages) return
  for (const id of pages) if ((await bindsShown(call, id)).equips.includes(equipmentId)) return
  throw fail('equipmentNotFound')
}

/** The devices whose alarms the caller may see; an empty list means all that the call can see. */
async function alarmDevices(call: OpenCall, pageId: PageId, asked: readonly EquipmentId[] = []) {
  return alarmsOf(call.asker.devices, (await bindsShown(call, pageId)).alarmDevices, asked)
}

/** Replaces the fields of an alarm that name users. */
const nobody = { acknowledgedName: null, comment: null, shelf: null, told: [], next: null }

export default [
  serve(writeProjectValue, { kind: 'command', openTo: ['page'] }, writeOfProject),
  serve(holdProjectValue, { openTo: ['page'] }, ({ projectId: _, ...press }, call) =>
    holdPress(press, sightOf(call), call),
  ),
  serve(projectCallback, { openTo: ['page'] }, (input, call) => outcome(input, { ...call, sight: sightOf(call) })),

  serve(queryProjectGateways, { openTo: ['page'] }, async ({ pageId, dataEquip }, call) => {
    const { asker, sight } = call
    const onPage = new Set((await bindsShown(call, pageId)).equips)
    const gateways = await loadGateways(sight, dataEquip)
    const shown = gateways.filter(({ equipmentId: id }) => isAmong(asker.devices, id) || onPage.has(id))
    return shown.map((gateway) => ({
      ...gateway,
      // The SN allows claiming and finding a gateway: hidden from callers who see the device only through the project.
      sn: isAmong(asker.devices, gateway.equipmentId) ? gateway.sn : '',
      mayWrite: asker.auths.includes('signal:write') && isAmong(asker.writable, gateway.equipmentId),
      online: gateway.state === 'online',
      interval: limits.streamIntervalS,
    }))
  }),

  serve(openProjectGateway, { openTo: ['page'] }, async ({ equipmentId, ...how }, call) => {
    await mustBeOnPages(call, equipmentId)
    const [gateway] = await loadGateways(call.sight, [equipmentId])
    if (!gateway) throw fail('noBoundGateway')
    return openLive(gateway, how, call)
  }),

  serve(inBothForms.projectSignals, { openTo: ['page'] }, async ({ pageId, dataSignal, ...form }, call) => {
    const { asker, sight, live, use, now } = call
    const { signals } = await bindsShown(call, pageId)
    const shown = shownOf(await loadSignalsOf(sight, dataSignal), signals, asker.devices)
    await use(recallValues)(sight.orgId, [...new Set(shown.map(({ equipmentId }) => equipmentId))])
    const rows = shown.map(({ equipmentId, signal }) => {
      const isOwn = isAmong(asker.devices, equipmentId)
      const hidden = isOwn ? {} : { address: '', driverName: '' }
      const isReadOnly = asker.shareWrites !== undefined && !asker.shareWrites.signals.has(signal.id)
      const access = isReadOnly ? { access: 'r' as const } : {}
      return Object.assign(withReading(signal, equipmentId, live, now(), form.hasTrends), hidden, access, {
        equipmentId,
      })
    })
    return form.isColumnar ? columnsOf(rows, [...liveFields, 'equipmentId']) : rows
  }),

  serve(queryProjectPlaces, { openTo: ['page'] }, ({ pageId }, call) => placesOn(pageId, call)),

  serve(queryProjectColumns, { openTo: ['history'] }, ({ pageId, equipmentId }, call) =>
    columnsSeen(call, pageId, equipmentId),
  ),

  serve(queryProjectHistory, { openTo: ['history'] }, async ({ pageId, equipmentId, ...input }, call) => {
    if (equipmentId == null) return mvarHistory(call, pageId, input)
    if (input.mvarIds.length > 0) throw badField('mvarIds', 'notAllowed', call.language)
    const isSeen = await seenOn(call, pageId, equipmentId)
    if (!input.signalIds.every(isSeen)) throw fail('notFound', {}, { field: 'signalIds' })
    if (input.columnIds.length > 0) {
      const { reports } = await columnsSeen(call, pageId, equipmentId)
      const seen = new Set(reports.flatMap(({ columns }) => columns.map(({ id }) => id)))
      if (!input.columnIds.every((id) => seen.has(id))) throw fail('notFound', {}, { field: 'columnIds' })
    }
    return storedCurves(call, { ...input, equipmentId })
  }),

  serve(replayProject, { openTo: ['history'] }, replayed),
  serve(queryPageEvents, { openTo: ['history'] }, eventsWithin),
  serve(nextPageEvent, { openTo: ['history'] }, nextEvent),

  serve(queryProjectAlarms, { openTo: ['display'] }, async ({ pageId, ...filter }, call) => {
    const { devices } = call.asker
    const shown = await alarmDevices(call, pageId, filter.equipmentIds)
    if (shown === 'none') return { total: 0, rows: [], counts: { open: 0, unacknowledged: 0, shelved: 0, cleared: 0 } }
    const page = await listedAlarms({ ...filter, equipmentIds: shown }, call)
    const rows = page.rows.map((row) => (isAmong(devices, row.equipmentId) ? row : { ...row, ...nobody }))
    return { ...page, rows }
  }),

  serve(queryProjectRows, { openTo: ['history'] }, async ({ pageId, ...input }, call) => {
    await mustShow(call, pageId, input.equipmentId, input.reportId)
    return storedRows(call, input)
  }),

  serve(saveProjectRows, { kind: 'stream' }, async ({ pageId, ...input }, call) => {
    await mustShow(call, pageId, input.equipmentId, input.reportId)
    return storedFile({ ...input, signalIds: [], columnIds: [] }, call)
  }),

  serve(saveProjectAlarms, { kind: 'stream' }, async ({ pageId, ...filter }, call) => {
    const shown = await alarmDevices(call, pageId, filter.equipmentIds)
    // If no device is shown, the file has no rows.
    const equipmentIds = shown === 'none' ? [EquipmentId.parse(maxWhole)] : shown
    const { devices } = call.asker
    return alarmFile({ ...filter, equipmentIds }, call, (row) =>
      isAmong(devices, row.equipmentId) ? row : { ...row, ...nobody, variable: null },
    )
  }),

  serve(confirmProjectAlarms, { kind: 'change' }, ({ pageId: _, ...input }, call) => confirmAlarms(input, call)),

  serve(projectToken, { kind: 'own', openTo: ['page'] }, async ({ pageId, dataEquip, dataSignal }, call) => {
    const { asker, sight, use, now } = call
    const head = await loadStand(sight, pageId)
    if (!head) throw fail('notFound', {}, { field: 'pageId' })
    const { equips, signals, mvars } = await bindsShown(call, pageId)
    const shown = shownOf(await placesOf(sight, dataSignal), signals, asker.devices)
    const gateways = await loadGateways(sight, dataEquip)
    const devices = gateways
      .map(({ equipmentId }) => equipmentId)
      .filter((id) => isAmong(asker.devices, id) || equips.includes(id))
    const inputs = mvars.flatMap((mvar) => mvar.inputs.map(({ equipmentId }) => equipmentId as EquipmentId))
    await use(recallValues)(sight.orgId, [...new Set(inputs)])
    const token = drawToken()
    await insertTicket(sight, {
      ...{ ...head, pageId, tokenHash: sha256(token), sessionHash: asker.sessionHash },
      shown: byDevice(devices, shown, asker.devices),
      mvars: mvars.map(({ id, expression, inputs }) => ({ id, expression, inputs })),
      expiresAt: now() + limits.socketTokenMs,
    })
    return token
  }),
] satisfies RoomServer
