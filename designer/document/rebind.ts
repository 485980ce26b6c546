// Bindings of many widgets from one device to another: variable by variable, by name, address or title. Pure.
import { type Binding, eachBinding, mapBindings, type PageWidget, signalOf } from '../../contract/page-document.ts'

/** A variable of a device, as far as it is needed to find it again on another. */
export type Candidate = {
  signalId: number
  equipId: number
  title: string
  /** Its device. */
  subTitle: string
  name: string
  address: string
}

export type By = 'name' | 'address' | 'title'

/** What a page has of a variable, and what it would have of the other device: nothing where none is like it. */
export type Proposal = Pick<Candidate, 'signalId' | 'title' | 'name' | 'address'> & {
  count: number
  to: Candidate | undefined
  by: By | undefined
}

export type DeviceUse = { equipId: number; title: string; count: number }

const deviceOf = ({ equipId }: Binding): number => Number(equipId) || 0

/** The devices that widgets are bound to, with how many bindings, the most first. */
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

/** What each variable of a device would become. `ways`: what makes two alike, the surest first. */
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

/** Those that no other one shares it with. */
function onlyOnes(variables: readonly Candidate[], by: By): Map<string, Candidate> {
  const found = new Map<string, Candidate | null>()
  for (const variable of variables) {
    const key = keyOf(variable, by)
    if (key !== '') found.set(key, found.has(key) ? null : variable)
  }
  return new Map([...found].flatMap(([key, variable]) => (variable ? [[key, variable] as const] : [])))
}

type Device = { equipId: number; title: string }
/** Variables of the first device by their numbers. What is not named stays as it is. */
export type Rebinding = { from: Device; to: Device; variables: ReadonlyMap<number, Candidate> }

/** A widget bound to the other device; the same object if nothing of it is bound to the first. */
export function movedTo(widget: PageWidget, { from, to, variables }: Rebinding): PageWidget {
  let isSame = true
  const changed = <T extends object>(value: T): T => {
    isSame = false
    return value
  }
  const bound = mapBindings(widget, (binding) => {
    const next = deviceOf(binding) === from.equipId ? variables.get(signalOf(binding) ?? 0) : undefined
    if (!next) return binding
    const { signalId, equipId, title, subTitle } = next
    const names = {
      ...(binding.title === undefined ? {} : { title }),
      ...(binding.subTitle === undefined ? {} : { subTitle }),
    }
    return changed({ ...binding, signalId, equipId, ...names })
  })
  // Variables named by marks, and devices that tables and maps list, go with their device.
  const named = mapBindings(bound, (binding) => changed({ ...binding, equipId: to.equipId }), namesOn(from.equipId))
  const listed = mapBindings(named, (binding) => changed(inList(binding, from, to)), listsOf(from.equipId))
  return isSame ? widget : listed
}

type Json = { [key: string]: unknown }

const namesOn =
  (device: number) =>
  ({ signalName, equipId }: Json): number | undefined =>
    typeof signalName === 'string' && signalName !== '' && Number(equipId) === device ? device : undefined

const listsOf =
  (device: number) =>
  ({ equipmentId }: Json): number | undefined =>
    Number(equipmentId) === device ? device : undefined

/** A name of its own stays. */
const inList = (binding: Binding, from: Device, to: Device): Binding => ({
  ...binding,
  equipmentId: to.equipId,
  ...(binding.title === from.title ? { title: to.title } : {}),
})
