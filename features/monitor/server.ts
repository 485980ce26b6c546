import { fail } from '../../contract/errors.ts'
import type { OrgDb } from '../../db/org-db.ts'
import { withDescendants } from '../group/rules.ts'
import { type Call, type RoomServer, serve } from '../serve.ts'
import {
  cancelFollow,
  follow,
  type MonitorRow,
  monitorSummary,
  queryAllForMap,
  queryAllMonitoredByGroup,
  queryMonitored,
  queryMonitoredByGroup,
  type SortKey,
} from './contract.ts'
import {
  countStates,
  insertFollow,
  isOurs,
  loadCounts,
  loadGroupNodes,
  loadPage,
  loadPinned,
  loadPlaced,
  loadShort,
  type MonitorFilter,
  removeFollow,
} from './store.ts'

const mostPinned = 4

type Asked = Omit<MonitorFilter, 'createdBy' | 'followedBy'> & {
  mine: boolean
  followed: boolean
  sort?: SortKey | null | undefined
  down: boolean
  pageNo: number
  pageSize: number
}

/** Ids of the page → pinned variables in one query → their last values → rows. */
async function list({ mine, followed, ...asked }: Asked, { org, user, live, recall }: Call) {
  const { accountId } = user
  const filter = { ...asked, createdBy: mine ? accountId : null, followedBy: followed ? accountId : null }
  const counts = await countStates(org, filter)
  const page = await loadPage(org, filter, accountId)
  const ids = page.map(({ id }) => id)
  const pinned = await loadPinned(org, ids, mostPinned)
  await recall(org.orgId, ids)
  const rows = page.map(({ lastSeenAt, vpn, ...row }) => ({
    ...row,
    vpn: vpn ?? false,
    signalCount: Number(row.signalCount),
    followed: Boolean(row.followed),
    updatedAt: live.newestAt(row.id) ?? lastSeenAt,
    pinned: (pinned.get(row.id) ?? [])
      .slice(0, mostPinned)
      .map(({ id, title, unit = null, decimals = null, texts = null }) => {
        const reading = live.get(row.id, id)
        const last = { value: reading?.value ?? null, code: reading?.code ?? 0, time: reading?.at ?? null }
        return { id, title, unit, decimals, texts, ...last, trend: live.trend(row.id, id) }
      }),
  }))
  const total = asked.state ? counts[asked.state] : counts.all
  return { total, rows: rows as unknown as MonitorRow[], counts }
}

async function mustBeOurs(org: OrgDb, equipmentId: number): Promise<void> {
  if (!(await isOurs(org, equipmentId))) throw fail('equipmentNotFound')
}

/** All groups, of which this is one. */
async function groupsOf(org: OrgDb, groupId: number) {
  const groups = await loadGroupNodes(org)
  if (!groups.some(({ id }) => id === groupId)) throw fail('notFound')
  return groups
}

export default [
  serve(queryMonitored, async ({ groupId, ...asked }, call) => {
    if (!groupId) return list(asked, call)
    // A group includes everything below it, like its count in the tree.
    const groupIds = [...withDescendants(await loadGroupNodes(call.org), groupId)]
    return list({ ...asked, groupIds }, call)
  }),

  serve(queryMonitoredByGroup, async (asked, call) => {
    await groupsOf(call.org, asked.groupId)
    return list(asked, call)
  }),

  serve(queryAllMonitoredByGroup, async ({ groupId }, { org }) => {
    const groups = await groupsOf(org, groupId)
    return loadShort(org, [...withDescendants(groups, groupId)]) as never
  }),

  serve(follow, async ({ equipmentId }, { org, user }) => {
    await mustBeOurs(org, equipmentId)
    await insertFollow(org, user.accountId, equipmentId)
    return null
  }),

  serve(cancelFollow, async ({ equipmentId }, { org, user }) => {
    await mustBeOurs(org, equipmentId)
    await removeFollow(org, user.accountId, equipmentId)
    return null
  }),

  serve(queryAllForMap, (_, { org }) => loadPlaced(org) as never),

  serve(monitorSummary, async (_, { org, live }) => ({
    ...(await loadCounts(org)),
    valuesPerSecond: live.valuesPerSecond(org.orgId),
  })),
] satisfies RoomServer
