// The plan of a rollout. Devices with the same configuration are planned once, devices with the same changes form a
// group, and losses are counted per device and in total.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { becomingOf, becomingThen } from '../template-binding/part-following.ts'
import { loadWholes, templateHashes, type Whole } from '../template-binding/part-sides.ts'
import { endedColumns, goneOf } from '../template-binding/rules.ts'
import type { Lost, Rollout, RolloutPlan } from './contract.ts'
import { alikeOf, lostOf, nothingLost, plus, touched } from './plan-rules.ts'
import { type Follower, type Going, loadHanging, loadOwnTitles, type StoredPlan } from './plan-store.ts'

/** Number of configurations in memory at the same time, with and without pages. */
const [wholeAtOnce, plannedAtOnce] = [25, 100]

type Planned = {
  plans: (StoredPlan & Pick<RolloutPlan, 'devices' | 'name'>)[]
  /** The plan number and losses of each device that changes. */
  of: ReadonlyMap<EquipmentId, { no: number; lost: Lost }>
}

/** Members share these: their plan, losses that follow from the configuration, and the origins of removed items. */
type Kind = {
  members: readonly Follower[]
  no: number
  lost: Lost
  going: Going
  origins: { signals: ReadonlySet<number>; rules: ReadonlySet<number> }
}

export async function planFor(
  sight: Sight,
  template: Whole,
  followers: readonly Follower[],
  now: number,
): Promise<Planned> {
  const plans: Planned['plans'] = []
  const byKey = new Map<string, number>()
  const kinds: Kind[] = []
  const differing = await differingOf(sight, template, followers)
  for (let from = 0; from < differing.length; from += wholeAtOnce) {
    const some = differing.slice(from, from + wholeAtOnce)
    const wholes = await loadWholes(
      sight,
      some.map(([first]) => first!.equipmentId),
    )
    for (const members of some) {
      const device = wholes.get(members[0]!.equipmentId)
      if (device) kinds.push(await kindOf({ device, template, members }, plans, byKey))
    }
  }
  const hanging = await loadHanging(sight, await goingOf(sight, kinds), now)
  const of = new Map<EquipmentId, { no: number; lost: Lost }>()
  for (const { members, no, lost } of kinds)
    for (const { equipmentId } of members) {
      const all = { ...lost, ...hanging.get(equipmentId) }
      of.set(equipmentId, { no, lost: all })
      plans[no]!.lost = plus(plans[no]!.lost, all)
    }
  return { plans, of }
}

/** Devices that differ from the template, grouped by all that the comparison includes. */
async function differingOf(sight: Sight, template: Whole, followers: readonly Follower[]): Promise<Follower[][]> {
  const owns = new Map(followers.map(({ own }) => [own.join(), own]))
  const asked = [...owns.values()].map((own) => ({ templateId: template.equipmentId, own: new Set(own) }))
  const hashes = await templateHashes(sight, asked)
  const hashOf = new Map([...owns.keys()].map((key, at) => [key, hashes[at]]))
  const others = followers.filter(({ own, deviceHash }) => hashOf.get(own.join()) !== deviceHash)
  // A page of the template replaces a page of the device with the same title.
  const titles = new Set(template.pages.map(({ title }) => title.trim().toLowerCase()))
  const owned = await loadOwnTitles(
    sight,
    others.map(({ equipmentId }) => equipmentId),
  )
  const kinds = new Map<string, Follower[]>()
  for (const each of others) {
    const taken = (owned.get(each.equipmentId) ?? []).filter((title) => titles.has(title))
    const key = JSON.stringify([each.own, each.deviceHash, taken])
    const kind = kinds.get(key)
    if (kind) kind.push(each)
    else kinds.set(key, [each])
  }
  return [...kinds.values()]
}

type Same = { device: Whole; template: Whole; members: readonly Follower[] }

/** Adds the plan of the members, or joins them to a plan with the same changes. */
async function kindOf(
  { device, template, members }: Same,
  plans: Planned['plans'],
  byKey: Map<string, number>,
): Promise<Kind> {
  const { equipmentId, own, fromVersion, name } = members[0]!
  const { next, pages } = await becomingOf({ device, template }, new Set(own))
  const [before, after] = [device.config, next.config]
  const { ids, ...counts } = touched(before, after)
  const changed = pages.map(({ kind, title }) => ({ kind, title }))
  const alike = alikeOf({ device, after, template, own: new Set([...own, ...next.own]), ids })
  const key = JSON.stringify([changed, alike])
  const no = byKey.get(key) ?? plans.length
  byKey.set(key, no)
  const known = plans[no]
  if (!known)
    plans.push({
      ...{ no, equipmentId, name, version: device.version, own, fromVersion, ...counts, pages: changed },
      ...{ lost: nothingLost, devices: members.length },
    })
  else known.devices += members.length
  const plan = plans[no]!
  if (members.some((each) => each.fromVersion !== plan.fromVersion)) plan.fromVersion = null
  const signals = goneOf(before.signals, after.signals)
  const rules = goneOf(before.alarms, after.alarms)
  return {
    ...{ members, no },
    lost: {
      ...{ ...nothingLost, ...lostOf(before, after), secrets: next.missing.length },
      removedPages: pages.filter(({ kind }) => kind === 'removed').length,
    },
    going: { equipmentId, signals: signals.map(({ id }) => id), rules: rules.map(({ id }) => id) },
    origins: { signals: originsOf(signals), rules: originsOf(rules) },
  }
}

const originsOf = (things: readonly { origin?: number | undefined }[]) =>
  new Set(things.flatMap(({ origin }) => (origin === undefined ? [] : [origin])))

/**
 * The items that each device would lose: computed for the first device of a group with the same changes, and for the
 * others by the same origins in the template.
 */
async function goingOf(sight: Sight, kinds: readonly Kind[]): Promise<Going[]> {
  const losing = kinds.filter(({ going }) => going.signals.length + going.rules.length > 0)
  const going = losing.map((kind) => kind.going)
  const others = losing.flatMap(({ members, origins }) => members.slice(1).map((each) => ({ ...each, origins })))
  for (let from = 0; from < others.length; from += plannedAtOnce) {
    const some = others.slice(from, from + plannedAtOnce)
    const wholes = await loadWholes(
      sight,
      some.map(({ equipmentId }) => equipmentId),
      { withPages: false },
    )
    for (const { equipmentId, origins } of some) {
      const config = wholes.get(equipmentId)?.config
      const gone = (things: readonly { id: number; origin?: number | undefined }[], of: ReadonlySet<number>) =>
        things.flatMap(({ id, origin }) => (origin !== undefined && of.has(origin) ? [id] : []))
      if (config)
        going.push({
          equipmentId,
          signals: gone(config.signals, origins.signals),
          rules: gone(config.alarms, origins.rules),
        })
    }
  }
  return going
}

/** The changes of a plan, from the versions on which it was based. Uses of removed items are counted, not named. */
export async function readThen(
  sight: Sight,
  { templateId, templateVersion }: Pick<Rollout, 'templateId' | 'templateVersion'>,
  { equipmentId, version, own, pages }: StoredPlan,
) {
  const then = { equipmentId, version, own, templateId, templateVersion }
  const { before, after } = await becomingThen(sight, then)
  const removed = pages.filter(({ kind }) => kind === 'removed')
  const losses = removed.map(({ title }) => ({ kind: 'removedPage', page: title }) as const)
  return { before, after, pages: [...pages], losses: [...endedColumns(before, after), ...losses] }
}
