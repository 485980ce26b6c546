// Moves bindings of many widgets from one device to another, variable by variable: by name, address or title. Pure.
import { type Binding, eachBinding, mapBindings, type PageWidget, signalOf } from '../../contract/page-document.ts'

/** The fields of a variable that are needed to find it on another device. */
export type Candidate = {
  signalId: number
  equipId: number
  title: string
  /** The name of the variable's device. */
  subTitle: string
  name: string
  address: string
}

type By = 'name' | 'address' | 'title'

/** A variable used on a page, and its counterpart on the other device; `to` undefined if there is none. */
export type Proposal = Pick<Candidate, 'signalId' | 'title' | 'name' | 'address'> & {
  count: number
  to: Candidate | undefined
  by: By | undefined
}

export type DeviceUse = { equipId: number; title: string; count: number }

const deviceOf = ({ equipId }: Binding): number => Number(equipId) || 0

/** The devices that widgets are bound to, with the number of bindings, the most used first. */
export function devicesIn(widgets: readonly PageWidget[]): DeviceUse[] {
  const found = new Map<number, DeviceUse>()
  eachBinding(widgets, (binding) => {
    const equipId = deviceOf(binding)
    if (equipId === 0 || (signalOf(binding) === undefined && !namesOn(equipId)(binding))) return
    const known = found.get(equipId) ?? { equipId, title: '', count: 0 }
    found.set(equipId, { equipId, title: known.title || (binding.subTitle ?? ''), count: known.count + 1 })
  })
  return [...found.values()].sort((a, b) => b.count - a.count)
}

/** The proposed counterpart for each variable of a device. `ways`: the fields to compare, the most reliable first. */
export function proposals(
  widgets: readonly PageWidget[],
  from: number,
  own: readonly Candidate[],
  others: readonly Candidate[],
  ways: readonly By[],
): Proposal[] {
  const known = new Map(own.map((variable) => [variable.signalId, variable]))
  const find = ways.map((by) => ({ by, of: onlyOnes(others, by) }))
  const uses = new Map<number, Proposal>()
  eachBinding(widgets, (binding) => {
    const signalId = signalOf(binding)
    if (signalId === undefined || deviceOf(binding) !== from) return
    const use = uses.get(signalId)
    if (use) {
      use.count += 1
      return
    }
    const { title = binding.title ?? '', name = '', address = '' } = known.get(signalId) ?? {}
    const hit = find.find(({ by, of }) => of.has(keyOf({ title, name, address }, by)))
    const to = hit?.of.get(keyOf({ title, name, address }, hit.by))
    uses.set(signalId, { signalId, title, name, address, count: 1, to, by: hit?.by })
  })
  return [...uses.values()]
}

const keyOf = (variable: Pick<Candidate, By>, by: By): string => variable[by].trim().toLowerCase()

/** The variables whose key is unique. */
function onlyOnes(variables: readonly Candidate[], by: By): Map<string, Candidate> {
  const found = new Map<string, Candidate | null>()
  for (const variable of variables) {
    const key = keyOf(variable, by)
    if (key !== '') found.set(key, found.has(key) ? null : variable)
  }
  return new Map([...found].flatMap(([key, variable]) => (variable ? [[key, variable] as const] : [])))
}

type Device = { equipId: number; title: string }
/** Variables of the first device by id. Variables that are not in the map stay as they are. */
export type Rebinding = { from: Device; to: Device; variables: ReadonlyMap<number, Candidate> }

/**
 * A move of bindings from one device to another: the new variable for each, or null to clear the binding. Reports of
 * tables are changed too.
 */
export type Move = {
  from: Device
  to: Device
  variables: ReadonlyMap<number, Candidate | null>
  reports: ReadonlyMap<number, { reportId: number; title: string } | null>
}

const noReports: Move['reports'] = new Map()

/** A widget bound to the other device; the same object if it has no binding to the first. */
export const movedTo = (widget: PageWidget, rebinding: Rebinding): PageWidget =>
  rebound(widget, new Map([[rebinding.from.equipId, { ...rebinding, reports: noReports }]]))

/** Applies several moves in one pass, keyed by the first device, so that two devices can be swapped. */
export function rebound(widget: PageWidget, moves: ReadonlyMap<number, Move>): PageWidget {
  let isSame = true
  const bound = mapBindings(
    widget,
    (binding) => {
      const next = movedBinding(binding, moves)
      if (next !== binding) isSame = false
      return next
    },
    (of) => deviceIn(of, moves),
  )
  return isSame ? widget : bound
}

type Json = { [key: string]: unknown }

/** The moved device that an object names, if any. */
function deviceIn({ equipId, equipmentId }: Json, moves: ReadonlyMap<number, Move>): number | undefined {
  return [Number(equipId), Number(equipmentId)].find((id) => moves.has(id))
}

function movedBinding(binding: Binding, moves: ReadonlyMap<number, Move>): Binding {
  const listed = moves.get(Number(binding.equipmentId))
  const placed = listed ? inList(binding, listed) : binding
  const move = moves.get(deviceOf(binding))
  if (!move) return placed
  const signalId = signalOf(binding)
  if (signalId !== undefined) return otherVariable(placed, move.variables.get(signalId))
  if (isReport(binding)) return otherReport(placed, move)
  // A variable that is named by placeholders keeps its name; only its device changes.
  return namesOn(move.from.equipId)(binding) === undefined ? placed : { ...placed, equipId: move.to.equipId }
}

function otherVariable(binding: Binding, next: Candidate | null | undefined): Binding {
  if (next === undefined) return binding
  const { signalId: _, equipId: __, title: was, subTitle: of, ...rest } = binding
  if (next === null) return rest
  const { signalId, equipId, title, subTitle } = next
  const names = { ...(was === undefined ? {} : { title }), ...(of === undefined ? {} : { subTitle }) }
  return { ...binding, signalId, equipId, ...names }
}

export const isReport = ({ type, reportId }: Json): boolean => type === 'report' && Number(reportId) > 0

function otherReport(binding: Binding, { to, reports }: Move): Binding {
  const next = reports.get(Number(binding.reportId))
  if (next === undefined) return binding
  const { reportId: _, equipId: __, title: was, subTitle: of, ...rest } = binding
  if (next === null) return rest
  const names = {
    ...(was === undefined ? {} : { title: next.title }),
    ...(of === undefined ? {} : { subTitle: to.title }),
  }
  return { ...binding, reportId: next.reportId, equipId: to.equipId, ...names }
}

const namesOn =
  (device: number) =>
  ({ signalName, equipId }: Json): number | undefined =>
    typeof signalName === 'string' && signalName !== '' && Number(equipId) === device ? device : undefined

/** Devices listed in tables and maps are moved too; a custom name stays. */
const inList = (binding: Binding, { from, to }: Move): Binding => ({
  ...binding,
  equipmentId: to.equipId,
  ...(binding.title === from.title ? { title: to.title } : {}),
})
