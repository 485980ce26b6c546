// Bindings of a project's page other than variables: reports in tables, states of devices, and device lists of alarm
// tables and maps. All viewers of the project see them, so an author may bind only devices that the author can see.
// Pure.
import {
  type Binding,
  bindsOf,
  eachBinding,
  mapBindings,
  type PageWidget,
  signalOf,
} from '../../../contract/page-document.ts'

/** Device lists, by type of widget. An empty list means all devices of the project. */
const lists = { Alarm: 'equips', Map: 'equipments' } as const
type ListedType = keyof typeof lists

const isListed = (type: string): type is ListedType => Object.hasOwn(lists, type)
const idOf = (entry: unknown): number => Number((entry as { equipmentId?: unknown } | null)?.equipmentId)
const listOf = ({ data }: PageWidget, type: ListedType): unknown[] => {
  const list = data?.[lists[type]]
  return Array.isArray(list) ? list : []
}

/**
 * The devices that an alarm table or a map names; `all` if its list is empty. Entries without a device are ignored: a
 * list with only such entries shows no device.
 */
export function devicesOf(widget: PageWidget, type: ListedType): readonly number[] | 'all' {
  const list = listOf(widget, type)
  return list.length === 0 ? 'all' : list.map(idOf).filter((id) => id > 0)
}

const everyWidget = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...everyWidget(widget.children ?? [])])

export const widgetsOf = (type: string, widgets: readonly PageWidget[]): PageWidget[] =>
  everyWidget(widgets).filter(({ widgetType }) => widgetType === type)

/** The union over all widgets of a type; `all` if one of them names no device. */
export function devicesIn(type: ListedType, widgets: readonly PageWidget[]): number[] | 'all' {
  const named: number[] = []
  for (const widget of widgetsOf(type, widgets)) {
    const devices = devicesOf(widget, type)
    if (devices === 'all') return 'all'
    named.push(...devices)
  }
  return named
}

/** The devices in the lists of alarm tables and maps, and those in bindings. */
export function devicesBeside(widgets: readonly PageWidget[]): number[] {
  const found = new Set(bindsOf(widgets).equips)
  for (const widget of everyWidget(widgets))
    if (isListed(widget.widgetType)) for (const entry of listOf(widget, widget.widgetType)) found.add(idOf(entry))
  return [...found].filter((id) => id > 0)
}

/** Reports that tables show as a whole. */
export function reportsIn(widgets: readonly PageWidget[]): { equipmentId: number; reportId: number }[] {
  const found: { equipmentId: number; reportId: number }[] = []
  eachBinding(widgets, ({ type, equipId, reportId }) => {
    if (type === 'report') found.push({ equipmentId: Number(equipId), reportId: Number(reportId) })
  })
  return found
}

type OwnDevice = { equipmentId: number; title: string }

/**
 * Removes bindings to devices that the author cannot see, unless they were on the page before. `own`: devices of the
 * project that the author can see.
 */
export function withinSight(
  widgets: readonly PageWidget[],
  before: readonly PageWidget[],
  { sees, own }: { sees: (equipmentId: number) => boolean; own: readonly OwnDevice[] },
): PageWidget[] {
  const reports = new Set(reportsIn(before).map(({ equipmentId, reportId }) => `${equipmentId} ${reportId}`))
  const devices = new Set(bindsOf(before).equips)
  /** Bindings to variables have already been checked. */
  function isKept(binding: Binding): boolean {
    const { type, equipId, reportId } = binding
    if (sees(Number(equipId)) || signalOf(binding) !== undefined) return true
    return type === 'report' ? reports.has(`${Number(equipId)} ${Number(reportId)}`) : devices.has(Number(equipId))
  }
  const bound = mapBindings(
    [...widgets],
    (binding) => {
      if (isKept(binding)) return binding
      const { equipId, reportId, title, ...rest } = binding
      return rest
    },
    ({ equipId }) => (Number(equipId) > 0 ? 1 : undefined),
  )
  const known = (type: ListedType) => {
    const ids = devicesIn(type, before)
    return ids === 'all' ? ids : new Set(ids)
  }
  const listed = { Alarm: known('Alarm'), Map: known('Map') }
  const within = (widget: PageWidget): PageWidget => {
    const { widgetType: type, children } = widget
    const inner = children ? { ...widget, children: children.map(within) } : widget
    const was = isListed(type) ? listed[type] : 'all'
    if (!isListed(type) || was === 'all') return inner
    const list = listOf(inner, type)
    const kept = list.filter((entry) => !(idOf(entry) > 0) || sees(idOf(entry)) || was.has(idOf(entry)))
    if (list.length > 0 && kept.length === list.length) return inner
    const next = list.length === 0 ? own : kept
    // An empty list would mean all devices, so it is replaced by a device that does not exist.
    return { ...inner, data: { ...inner.data, [lists[type]]: next.length === 0 ? [none] : next } }
  }
  return bound.map(within)
}

const none: OwnDevice = { equipmentId: 0, title: '' }
