// What a page says, in the order in which it is read: line by line from the top, each from the left. For a screen that is too
// small for the picture, and for whoever has it read aloud. Pure.
import { type Binding, eachBinding, mvarOf, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { type SystemKey, systemCell } from './system-counts.ts'

/** A variable that the page shows, by the names that the page has for it and for its device. */
export type Spoken = { signalId: number; equipId: number; title: string; device: string }

/** An intermediate variable that the page shows. */
export type SpokenMvar = { mvarId: number; title: string }

type Standing = { x: number; middle: number; widget: PageWidget }

/** Widgets whose middles are no further apart stand in one line; pixels of the page. */
const lineHeight = 12

/** Each variable once, where it is seen first. */
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

/** The same of intermediate variables. */
export function mvarsRead(widgets: readonly PageWidget[]): SpokenMvar[] {
  const found = new Map<number, SpokenMvar>()
  eachRead(widgets, (binding) => {
    const mvarId = mvarOf(binding)
    if (mvarId !== undefined && !found.has(mvarId)) found.set(mvarId, { mvarId, title: binding.title ?? '' })
  })
  return [...found.values()]
}

/** The counts of the project that the page shows, each once. */
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

/** Whether the page shows devices beyond those that its values name: a map, or a table of the alarms of all devices. */
export const isOverAll = (widgets: readonly PageWidget[]): boolean =>
  widgets.some(({ widgetType, data, children = [] }) => {
    const field = devicesField.get(widgetType)
    const devices = field && (data?.[field] ?? [])
    return (Array.isArray(devices) && devices.length === 0) || isOverAll(children)
  })

/** What is read under one heading: the variables of a device by its number, what is calculated, the counts of the project. */
export type Section = number | 'calculated' | 'counts'

/** In the order in which the first of each is seen. */
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

/** Every binding of the page as it is read; those of a group stand where its widgets do. */
function eachRead(widgets: readonly PageWidget[], hear: (binding: Binding) => void): void {
  for (const { widget } of inLines(standing(widgets, 0, 0))) {
    const { children: _, ...own } = widget
    eachBinding(own, hear)
  }
}

/** All widgets with their places on the page: those of a group stand from its corner. */
const standing = (widgets: readonly PageWidget[], left: number, top: number): Standing[] =>
  widgets.flatMap((widget) => {
    const { x, y, height } = widget.position
    const own = { x: left + x, middle: top + y + height / 2, widget }
    return [own, ...standing(widget.children ?? [], left + x, top + y)]
  })

function inLines(all: readonly Standing[]): Standing[] {
  const lines: Standing[][] = []
  for (const each of [...all].sort((a, b) => a.middle - b.middle)) {
    const line = lines.at(-1)
    if (line && each.middle - line[0]!.middle <= lineHeight) line.push(each)
    else lines.push([each])
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x))
}
