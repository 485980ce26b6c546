// The values of a page in reading order: line by line from the top, each from the left. For screens too small for the
// picture, and for screen readers. Pure.
import { type Binding, eachBinding, mvarOf, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { type SystemKey, systemCell } from './system-counts.ts'

/** A variable on the page, with the names that the page has for it and for its device. */
export type Spoken = { signalId: number; equipId: number; title: string; device: string }

/** An intermediate variable on the page. */
export type SpokenMvar = { mvarId: number; title: string }

type PlacedWidget = { x: number; middle: number; widget: PageWidget }

/** Widgets whose middles differ by at most this height are on one line; pixels of the page. */
const lineHeight = 12

/** The variables of a page, each once, at its first position. */
export function readingOrder(widgets: readonly PageWidget[]): Spoken[] {
  const found = new Map<number, Spoken>()
  eachRead(widgets, ({ signalId, equipId, title = '', subTitle = '' }) => {
    const id = signalOf({ signalId })
    if (id === undefined) return
    const known = found.get(id)
    if (!known) found.set(id, { signalId: id, equipId: Number(equipId) || 0, title, device: subTitle })
    else if (!known.title) known.title = title
  })
  return [...found.values()]
}

/** The intermediate variables of a page, each once, at its first position. */
export function mvarsRead(widgets: readonly PageWidget[]): SpokenMvar[] {
  const found = new Map<number, SpokenMvar>()
  eachRead(widgets, (binding) => {
    const mvarId = mvarOf(binding)
    if (mvarId !== undefined && !found.has(mvarId)) found.set(mvarId, { mvarId, title: binding.title ?? '' })
  })
  return [...found.values()]
}

/** The counts of a project on a page, each once, at its first position. */
export function countsRead(widgets: readonly PageWidget[]): SystemKey[] {
  const found = new Set<SystemKey>()
  eachRead(widgets, ({ systemKey }) => {
    if (isCount(systemKey)) found.add(systemKey)
  })
  return [...found]
}

/** The field in which a widget lists its devices; an empty list means all. */
const devicesField: ReadonlyMap<string, string> = new Map([
  ['Map', 'equipments'],
  ['Alarm', 'equips'],
])

/** True if the page shows devices other than those of its values: on a map, or in an alarm table of all devices. */
export const isOverAll = (widgets: readonly PageWidget[]): boolean =>
  widgets.some(({ widgetType, data, children = [] }) => {
    const field = devicesField.get(widgetType)
    const devices = field && (data?.[field] ?? [])
    return (Array.isArray(devices) && devices.length === 0) || isOverAll(children)
  })

/** A section of the list: the variables of a device, by its number; calculated values; counts of the project. */
export type Section = number | 'calculated' | 'counts'

/** Sections in the order of their first value. */
export function sectionsRead(widgets: readonly PageWidget[]): Section[] {
  const found = new Set<Section>()
  eachRead(widgets, (binding) => {
    if (signalOf(binding) !== undefined) found.add(Number(binding.equipId) || 0)
    else if (mvarOf(binding) !== undefined) found.add('calculated')
    else if (isCount(binding.systemKey)) found.add('counts')
  })
  return [...found]
}

const isCount = (key: unknown): key is SystemKey => systemCell(key) !== undefined

/** Calls `hear` for every binding in reading order; the bindings of a group are at the places of its widgets. */
function eachRead(widgets: readonly PageWidget[], hear: (binding: Binding) => void): void {
  for (const { widget } of inLines(placedOf(widgets, 0, 0))) {
    const { children: _, ...own } = widget
    eachBinding(own, hear)
  }
}

/** All widgets with their positions on the page; positions in a group are relative to it. */
const placedOf = (widgets: readonly PageWidget[], left: number, top: number): PlacedWidget[] =>
  widgets.flatMap((widget) => {
    const { x, y, height } = widget.position
    const own = { x: left + x, middle: top + y + height / 2, widget }
    return [own, ...placedOf(widget.children ?? [], left + x, top + y)]
  })

function inLines(all: readonly PlacedWidget[]): PlacedWidget[] {
  const lines: PlacedWidget[][] = []
  for (const each of [...all].sort((a, b) => a.middle - b.middle)) {
    const line = lines.at(-1)
    if (line && each.middle - line[0]!.middle <= lineHeight) line.push(each)
    else lines.push([each])
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x))
}
