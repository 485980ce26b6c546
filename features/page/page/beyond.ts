// What a page of a project is bound to beside variables: reports in tables, states of devices, and the devices of tables of
// alarms and of maps. It shows them to whoever sees the project, so nobody binds those of devices that he does not see. Pure.
import {
  type Binding,
  bindsOf,
  eachBinding,
  mapBindings,
  type PageWidget,
  signalOf,
} from '../../../contract/page-document.ts'

/** Lists of devices, by the type of the widget that has them. One that is empty means all devices of the project. */
const lists = { Alarm: 'equips', Map: 'equipments' } as const
type ListedType = keyof typeof lists

const isListed = (type: string): type is ListedType => Object.hasOwn(lists, type)
const idOf = (entry: unknown): number => Number((entry as { equipmentId?: unknown } | null)?.equipmentId)
const listOf = ({ data }: PageWidget, type: ListedType): unknown[] => {
  const list = data?.[lists[type]]
  return Array.isArray(list) ? list : []
}

/**
 * The devices that a table of alarms or a map names; `all` where its list is empty. Entries that name no device are for
 * none: a list of them alone shows nothing.
 */
export function devicesOf(widget: PageWidget, type: ListedType): readonly number[] | 'all' {
  const list = listOf(widget, type)
  return list.length === 0 ? 'all' : list.map(idOf).filter((id) => id > 0)
}

const everyWidget = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...everyWidget(widget.children ?? [])])

export const widgetsOf = (type: string, widgets: readonly PageWidget[]): PageWidget[] =>
  everyWidget(widgets).filter(({ widgetType }) => widgetType === type)

/** Those that all widgets of a type name together; `all` where one of them names none. */
export function devicesIn(type: ListedType, widgets: readonly PageWidget[]): number[] | 'all' {
  const named: number[] = []
  for (const widget of widgetsOf(type, widgets)) {
    const devices = devicesOf(widget, type)
    if (devices === 'all') return 'all'
    named.push(...devices)
  }
  return named
}

/** Every device that is named so, or by a binding. */
export function devicesBeside(widgets: readonly PageWidget[]): number[] {
  const found = new Set(bindsOf(widgets).equips)
  for (const widget of everyWidget(widgets))
    if (isListed(widget.widgetType)) for (const entry of listOf(widget, widget.widgetType)) found.add(idOf(entry))
  return [...found].filter((id) => id > 0)
}

/** Reports that tables show whole. */
export function reportsIn(widgets: readonly PageWidget[]): { equipmentId: number; reportId: number }[] {
  const found: { equipmentId: number; reportId: number }[] = []
  eachBinding(widgets, ({ type, equipId, reportId }) => {
    if (type === 'report') found.push({ equipmentId: Number(equipId), reportId: Number(reportId) })
  })
  return found
}

export type OwnDevice = { equipmentId: number; title: string }

/** `own`: the devices of the project that the author sees. */
export function withinSight(
  widgets: readonly PageWidget[],
  before: readonly PageWidget[],
  { sees, own }: { sees: (equipmentId: number) => boolean; own: readonly OwnDevice[] },
): PageWidget[] {
  const reports = new Set(reportsIn(before).map(({ equipmentId, reportId }) => `${equipmentId} ${reportId}`))
  const devices = new Set(bindsOf(before).equips)
  /** Variables are looked after before. */
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
    // An empty list would be all devices.
    return { ...inner, data: { ...inner.data, [lists[type]]: next.length === 0 ? [none] : next } }
  }
  return bound.map(within)
}

const none: OwnDevice = { equipmentId: 0, title: '' }
