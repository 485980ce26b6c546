import type { Signal } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { withDescendants } from '../../../core/tree-rules.ts'
import { scaleOf } from '../../device/live/rules.ts'
import { loadWarrantyClock } from '../../device/open/warranty-clock.ts'
import { warrantyState } from '../../device/warranty/rules.ts'
import { type Call, type RoomServer, serve } from '../../frame/serve.ts'
import { recallValues } from '../../frame/spine-services.ts'
import { listTrends, type Trend } from '../../watch/open/trend-list.ts'
import {
  cancelFollow,
  follow,
  monitorSummary,
  queryAllForMap,
  queryAllMonitoredByGroup,
  queryGroupAlarms,
  queryMonitored,
  queryMonitoredByGroup,
  type SortKey,
} from './contract.ts'
import { placedDevices } from './part-placed.ts'
import {
  countStates,
  insertFollow,
  loadCounts,
  loadGroupAlarms,
  loadGroupNodes,
  loadOpenAlarms,
  loadPage,
  loadPinned,
  loadShort,
  type MonitorFilter,
  removeFollow,
} from './store.ts'

const maxPinned = 4

type Mine = { mine: boolean; followed: boolean }

type Asked = Mine &
  Omit<MonitorFilter, 'createdBy' | 'followedBy' | 'clock' | 'now'> & {
    sort?: SortKey | null | undefined
    down: boolean
    trends: boolean
    pageNo: number
    pageSize: number
  }

const noAlarms = { severe: 0, important: 0, normal: 0 }
const maySeeAlarms = ({ auths }: Call['user']): boolean => auths.includes('alarm:view')

/** Replaces the filters `mine` and `followed` by the account's id. Throws noPermission. */
async function filterOf<A extends Mine & Pick<MonitorFilter, 'state'>>(
  { mine, followed, ...asked }: A,
  { sight, user, now }: Call,
) {
  if (asked.state === 'inAlarm' && !maySeeAlarms(user)) throw fail('noPermission', {}, { field: 'state' })
  const [createdBy, followedBy] = [mine ? user.accountId : null, followed ? user.accountId : null]
  return { ...asked, clock: await loadWarrantyClock(sight, now()), now: now(), createdBy, followedBy }
}

function pinnedOf(signal: Signal, equipmentId: EquipmentId, live: Call['live'], trend: Trend = []) {
  const { id, title, unit = null, decimals = null, texts = null } = signal
  const { dataType, min = null, max = null, normalLow = null, normalHigh = null } = signal
  const reading = live.get(equipmentId, id)
  const last = { value: reading?.value ?? null, code: reading?.code ?? 0, time: reading?.at ?? null }
  const scale = scaleOf({ dataType, decimals, min, max, normalLow, normalHigh })
  const range = scale ? scale.max - scale.min : null
  return { id, title, unit, decimals, texts, ...last, trend, range }
}

/** The shown variables of a device, and until when its gateway is known to have read. */
type Shown = { id: EquipmentId; state: string | null; lastSeenAt: number | null; signals: readonly Signal[] }

const trendsOf = (shown: readonly Shown[], call: Call) =>
  call.use(listTrends)(
    call,
    shown.flatMap(({ id: equipmentId, state, lastSeenAt, signals }) => {
      const knownTo = state === 'online' ? call.now() : (lastSeenAt ?? 0)
      return signals.map(({ id: signalId }) => ({ equipmentId, signalId, knownTo }))
    }),
  )

/** Ids of the page → open alarms, pinned variables and their trends in one query each → last values → rows. */
async function list(input: Asked, call: Call) {
  const { sight, user, live, use } = call
  const { accountId } = user
  const filter = await filterOf(input, call)
  const { clock } = filter
  const mayAlarms = maySeeAlarms(user)
  const counted = await countStates(sight, filter)
  const counts = { ...counted, inAlarm: mayAlarms ? counted.inAlarm : null }
  const page = await loadPage(sight, filter, accountId)
  const ids = page.map(({ id }) => id)
  const pinned = await loadPinned(sight, ids, maxPinned)
  const alarms = mayAlarms ? await loadOpenAlarms(sight, ids, filter.now) : undefined
  await use(recallValues)(sight.orgId, ids)
  const shown = page.map((row) => ({ ...row, signals: (pinned.get(row.id) ?? []).slice(0, maxPinned) }))
  const trends = input.trends ? await trendsOf(shown, call) : undefined
  const rows = shown.map(({ lastSeenAt, vpn, signals, ...row }) => ({
    ...row,
    vpn: vpn ?? false,
    warranty: warrantyState(row.warrantyUntil, clock),
    signalCount: Number(row.signalCount),
    followed: Boolean(row.followed),
    alarms: alarms ? (alarms.get(row.id) ?? noAlarms) : null,
    updatedAt: live.newestAt(row.id) ?? lastSeenAt,
    heardAt: live.heardAt(row.id) ?? null,
    pinned: signals.map((signal) => pinnedOf(signal, row.id, live, trends?.get(signal.id))),
  }))
  const total = counted[input.state ?? 'all']
  return { total, rows, counts }
}

export default [
  serve(queryMonitored, async ({ groupId, ...asked }, call) => {
    if (!groupId) return list(asked, call)
    // A group includes its descendants, as its count in the tree does.
    const groupIds = [...withDescendants(await loadGroupNodes(call.sight), groupId)]
    return list({ ...asked, groupIds }, call)
  }),

  serve(queryMonitoredByGroup, list),

  serve(queryAllMonitoredByGroup, async ({ groupId }, { sight, user, now }) => {
    const groups = await loadGroupNodes(sight)
    const rows = await loadShort(sight, [...withDescendants(groups, groupId)])
    const ids = rows.map(({ id }) => id)
    const alarms = maySeeAlarms(user) ? await loadOpenAlarms(sight, ids, now()) : undefined
    return rows.map((row) => ({ ...row, alarms: alarms ? (alarms.get(row.id) ?? noAlarms) : null }))
  }),

  serve(queryGroupAlarms, (_, { sight, now }) => loadGroupAlarms(sight, now())),

  serve(follow, { kind: 'own' }, async ({ equipmentId }, { sight, user }) => {
    await insertFollow(sight, user.accountId, equipmentId)
    return null
  }),

  serve(cancelFollow, { kind: 'own' }, async ({ equipmentId }, { sight, user }) => {
    await removeFollow(sight, user.accountId, equipmentId)
    return null
  }),

  serve(queryAllForMap, async ({ groupId, ...asked }, call) => {
    const groupIds = groupId ? [...withDescendants(await loadGroupNodes(call.sight), groupId)] : undefined
    return placedDevices(call, undefined, await filterOf({ ...asked, ...(groupIds && { groupIds }) }, call))
  }),

  serve(monitorSummary, async (_, { sight, live, user }) => ({
    ...(await loadCounts(sight)),
    // Counted for the whole organisation, so not shown to accounts that see only some devices.
    valuesPerSecond: user.devices === 'all' ? live.valuesPerSecond(sight.orgId) : null,
  })),
] satisfies RoomServer
