import { withDescendants } from '../group/rules.ts'
import { type Call, type RoomServer, serve, serveOwn } from '../serve.ts'
import {
  cancelFollow,
  follow,
  monitorSummary,
  queryAllForMap,
  queryAllMonitoredByGroup,
  queryMapTiles,
  queryMonitored,
  queryMonitoredByGroup,
  type SortKey,
} from './contract.ts'
import {
  countStates,
  insertFollow,
  loadCounts,
  loadGroupNodes,
  loadPage,
  loadPinned,
  loadPlaced,
  loadShort,
  type MonitorFilter,
  removeFollow,
} from './store.ts'

const maxPinned = 4

type Asked = Omit<MonitorFilter, 'createdBy' | 'followedBy'> & {
  mine: boolean
  followed: boolean
  sort?: SortKey | null | undefined
  down: boolean
  pageNo: number
  pageSize: number
}

/** Ids of the page → pinned variables in one query → their last values → rows. */
async function list({ mine, followed, ...asked }: Asked, { sight, user, live, recall }: Call) {
  const { accountId } = user
  const filter = { ...asked, createdBy: mine ? accountId : null, followedBy: followed ? accountId : null }
  const counts = await countStates(sight, filter)
  const page = await loadPage(sight, filter, accountId)
  const ids = page.map(({ id }) => id)
  const pinned = await loadPinned(sight, ids, maxPinned)
  await recall(sight.orgId, ids)
  const rows = page.map(({ lastSeenAt, vpn, ...row }) => ({
    ...row,
    vpn: vpn ?? false,
    signalCount: Number(row.signalCount),
    followed: Boolean(row.followed),
    updatedAt: live.newestAt(row.id) ?? lastSeenAt,
    heardAt: live.heardAt(row.id) ?? null,
    pinned: (pinned.get(row.id) ?? [])
      .slice(0, maxPinned)
      .map(({ id, title, unit = null, decimals = null, texts = null }) => {
        const reading = live.get(row.id, id)
        const last = { value: reading?.value ?? null, code: reading?.code ?? 0, time: reading?.at ?? null }
        return { id, title, unit, decimals, texts, ...last, trend: live.trend(row.id, id) }
      }),
  }))
  const total = asked.state ? counts[asked.state] : counts.all
  return { total, rows, counts }
}

export default [
  serve(queryMonitored, async ({ groupId, ...asked }, call) => {
    if (!groupId) return list(asked, call)
    // A group includes everything below it, like its count in the tree.
    const groupIds = [...withDescendants(await loadGroupNodes(call.sight), groupId)]
    return list({ ...asked, groupIds }, call)
  }),

  serve(queryMonitoredByGroup, list),

  serve(queryAllMonitoredByGroup, async ({ groupId }, { sight }) => {
    const groups = await loadGroupNodes(sight)
    return loadShort(sight, [...withDescendants(groups, groupId)])
  }),

  serveOwn(follow, async ({ equipmentId }, { sight, user }) => {
    await insertFollow(sight, user.accountId, equipmentId)
    return null
  }),

  serveOwn(cancelFollow, async ({ equipmentId }, { sight, user }) => {
    await removeFollow(sight, user.accountId, equipmentId)
    return null
  }),

  serve(queryAllForMap, async (_, { sight, user, now }) => {
    const mayAlarms = user.auths.includes('alarm:view')
    return (await loadPlaced(sight, now())).map(({ severe, important, normal, ...device }) => ({
      ...device,
      alarms: mayAlarms ? { severe: Number(severe), important: Number(important), normal: Number(normal) } : null,
    }))
  }),

  serve(queryMapTiles, async (_, { mapTiles }) => mapTiles),

  serve(monitorSummary, async (_, { sight, live }) => ({
    ...(await loadCounts(sight)),
    valuesPerSecond: live.valuesPerSecond(sight.orgId),
  })),
] satisfies RoomServer
