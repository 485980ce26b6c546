// The document of a configuration page, in the specification's own names. [S3 Widget, Page save] Unknown fields are
// preserved at every level, so that opening and saving a page loses nothing.
import { z } from 'zod'
import { maxWhole, numeric, ObjectId } from './fields.ts'
import { limits } from './limits.ts'

const words = z.string().max(200)

/** The id of an object; a cleared binding may have an empty one. */
const boundId = z.union([ObjectId, z.literal(''), z.null()]).optional()

/**
 * The source of a value. `type` decides which of the ids is used; `title` and `subTitle` name variable and device. In
 * the data of an alarm table `type` is the switch of a column. [S3 Alarm record]
 */
export const Binding = z.looseObject({
  type: z.union([z.string().max(40), z.boolean()]).optional(),
  signalId: boundId,
  equipId: boundId,
  /** The variable, for an author who cannot see its device: if it is sent back unchanged, the binding is preserved. */
  unseenSignalId: boundId,
  mvarId: boundId,
  customReportId: boundId,
  systemKey: z.string().max(100).optional(),
  title: words.optional(),
  subTitle: words.optional(),
})
export type Binding = z.output<typeof Binding>

const coordinate = z.number().min(-limits.pageReach).max(limits.pageReach)
const length = z.number().min(0).max(limits.pageReach)

/**
 * In pixels of the page; for a widget in a group, relative to the group's corner. `rotate` in degrees about the centre.
 */
export const Position = z.looseObject({
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  rotate: z.number().default(0),
})
export type Position = z.output<typeof Position>

const Loose = z.looseObject({})

/** One widget. `style`, `items` and `data` are defined by its type, which checks them when the widget is drawn. */
export const PageWidget = z.looseObject({
  id: z.string().min(1).max(40),
  ref: words.optional(),
  textId: words.optional(),
  /** The type of the widget by the specification's name: `DataText`, see widgets/type-name. */
  widgetType: z.string().min(1).max(40),
  /** The name of the widget, unique in the page. */
  widgetName: z.string().max(limits.widgetNameLength).optional(),
  /** Version of the widget type that wrote the widget; absent: 1. */
  version: z.number().int().min(1).optional(),
  posLock: z.boolean().optional(),
  /** Titles of the regions that see the widget, separated by commas; empty: all regions. */
  authRegion: z.string().max(1000).optional(),
  position: Position,
  style: Loose.optional(),
  items: z.array(z.unknown()).optional(),
  data: Binding.optional(),
  clickEvent: Loose.optional(),
  animation: Loose.optional(),
  /** The widgets of a group. */
  get children() {
    return z.array(PageWidget).optional()
  },
})
export type PageWidget = z.output<typeof PageWidget>

/** Sub pages are opened from other pages; menus and start pages are main pages. [S3 Configuration page] */
export const pageTypes = ['main', 'sub'] as const
export type PageType = (typeof pageTypes)[number]

/** The container: the page's size, background and type. */
export const PageContainer = z.looseObject({
  width: numeric(z.number().min(100).max(10_000)).default(limits.pageWidth),
  height: numeric(z.number().min(100).max(10_000)).default(limits.pageHeight),
  bgColor: z.string().max(40).default(''),
  /** Type of the page; absent: main. */
  type: z.enum(pageTypes).optional().catch(undefined),
})
export type PageContainer = z.output<typeof PageContainer>

export const pageTypeOf = ({ type }: Pick<PageContainer, 'type'>): PageType => type ?? 'main'

/** Whether the page is always scaled to its window, whatever its viewer prefers. [S3 fit container] */
export const isFitted = ({ fit }: PageContainer): boolean => fit === '1' || fit === 1 || fit === true

/** The uploaded picture behind the widgets, or nothing. [S3 bgImage] */
export const groundOf = ({ bgImage }: PageContainer): string | undefined =>
  typeof bgImage === 'string' && /^\/userimg\/[\w./-]+$/.test(bgImage) ? bgImage : undefined

/** Everything that the widgets are bound to, without duplicates. */
export const PageBinds = z.looseObject({
  equips: z.array(z.number()).default([]),
  signals: z.array(z.number()).default([]),
  keys: z.array(z.string()).default([]),
  mvars: z.array(z.number()).default([]),
})
export type PageBinds = z.output<typeof PageBinds>

export const PageDocument = z.looseObject({
  con: PageContainer,
  widgets: z
    .array(PageWidget)
    .max(limits.pageWidgets)
    .refine((widgets) => countWidgets(widgets) <= limits.pageWidgets, { message: `at most ${limits.pageWidgets}` }),
  bind: PageBinds,
})
export type PageDocument = z.output<typeof PageDocument>

/** The number of widgets of a type, including those in groups. */
export const countOfType = (widgets: readonly PageWidget[], type: string): number =>
  widgets.reduce((sum, each) => sum + (each.widgetType === type ? 1 : 0) + countOfType(each.children ?? [], type), 0)

/** The number of widgets, including those in groups. */
export const countWidgets = (widgets: readonly PageWidget[]): number =>
  widgets.reduce((count, { children = [] }) => count + 1 + countWidgets(children), 0)

/** Keys of `style`, `data` and `items` whose texts are for readers, translated like the names of devices. */
export const wordKeys = ['text', 'label', 'prefix', 'suffix', 'trueText', 'falseText', 'hint', 'feedback'] as const

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The non-empty texts under `wordKeys`, at any depth. */
export function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== 'string') return wordsIn(each)
    return each !== '' && (wordKeys as readonly string[]).includes(key) ? [each] : []
  })
}

/**
 * The value with every binding to a variable changed, at any depth: in data and its arrays, in animations and click
 * events, in widgets of unknown types. Parts without a binding are not copied. `idOf` decides whether an object is a
 * binding.
 */
export function mapBindings<T>(
  value: T,
  change: (binding: Binding) => Binding,
  idOf: (binding: Json) => number | undefined = signalOf,
): T {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return mapList(value, change, idOf) as T
  let copy: Json | undefined
  for (const key of Object.keys(value)) {
    const before = value[key]
    if (!isObject(before)) continue
    const after = mapBindings(before, change, idOf)
    if (after === before) continue
    copy ??= { ...(value as Json) }
    copy[key] = after
  }
  const inner: Json = copy ?? value
  return (idOf(inner) === undefined ? inner : change(inner as Binding)) as T
}

function mapList(
  list: readonly unknown[],
  change: (binding: Binding) => Binding,
  idOf: (binding: Json) => number | undefined,
): readonly unknown[] {
  let copy: unknown[] | undefined
  for (let at = 0; at < list.length; at += 1) {
    const after = mapBindings(list[at], change, idOf)
    if (after === list[at]) continue
    copy ??= [...list]
    copy[at] = after
  }
  return copy ?? list
}

/** Calls `hear` with every object in the value that is bound to something. */
export function eachBinding(value: unknown, hear: (binding: Binding) => void): void {
  if (Array.isArray(value)) for (const each of value) eachBinding(each, hear)
  else if (isObject(value)) {
    if (signalOf(value) ?? value.mvarId ?? customReportOf(value) ?? value.systemKey ?? value.equipId)
      hear(value as Binding)
    for (const key of Object.keys(value)) if (typeof value[key] === 'object') eachBinding(value[key], hear)
  }
}

/** An id that an object can have, or nothing: a page may contain other values. */
function idIn(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= maxWhole ? id : undefined
}

/** The variable that an object is bound to. */
export const signalOf = ({ signalId }: { signalId?: unknown }): number | undefined => idIn(signalId)

/** The intermediate variable that an object is bound to. */
export const mvarOf = ({ mvarId }: { mvarId?: unknown }): number | undefined => idIn(mvarId)

/** The page that an Iframe with this data shows: documents of other designers call it `configId`. */
export const framedPageOf = (data: { type?: unknown; pageId?: unknown; configId?: unknown }): number | undefined =>
  data.type === 'link' ? undefined : (idIn(data.pageId) ?? idIn(data.configId))

/** The custom report of the project that an object is bound to. */
export const customReportOf = ({ customReportId }: { customReportId?: unknown }): number | undefined =>
  idIn(customReportId)

/** The custom reports that widgets show, without duplicates. */
export function customReportsIn(widgets: readonly PageWidget[]): number[] {
  const found = new Set<number>()
  eachBinding(widgets, (binding) => {
    const id = customReportOf(binding)
    if (id !== undefined) found.add(id)
  })
  return [...found]
}

/** The variable that an object is bound to, if its author cannot see its device. */
export const unseenSignalOf = ({ unseenSignalId }: { unseenSignalId?: unknown }): number | undefined =>
  idIn(unseenSignalId)

/**
 * Whether a widget is visible in one of the regions; null sees all. An empty list is visible in every region.
 * [S3 authRegion]
 */
export function isForRegions(authRegion: string | undefined, regions: ReadonlySet<string> | null): boolean {
  const asked = (authRegion ?? '').split(',').map((title) => title.trim())
  const titles = asked.filter((title) => title !== '')
  return regions === null || titles.length === 0 || titles.some((title) => regions.has(title))
}

/**
 * Whether an entry of a list is visible; its regions are one text, or a list of titles. An entry with anything else is
 * hidden.
 */
function isEntryForRegions(entry: unknown, regions: ReadonlySet<string>): boolean {
  if (!isObject(entry) || Array.isArray(entry)) return true
  const { authRegion } = entry
  const titles = Array.isArray(authRegion) ? authRegion.join(',') : (authRegion ?? '')
  return typeof titles === 'string' && isForRegions(titles, regions)
}

/** The value without the list entries, at any depth, of other regions: items of a menu, its children. */
function entriesOfRegions<T>(value: T, regions: ReadonlySet<string>): T {
  if (Array.isArray(value))
    return value
      .filter((entry) => isEntryForRegions(entry, regions))
      .map((entry) => entriesOfRegions(entry, regions)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, entriesOfRegions(each, regions)])) as T
}

/** The widgets that are visible in these regions, with only their visible entries and children. */
export const ofRegions = (widgets: readonly PageWidget[], regions: ReadonlySet<string>): PageWidget[] =>
  widgets
    .filter(({ authRegion }) => isForRegions(authRegion, regions))
    .map((widget) => {
      const { items, data, children } = widget
      return {
        ...widget,
        ...(items && { items: entriesOfRegions(items, regions) }),
        ...(data && { data: entriesOfRegions(data, regions) }),
        ...(children && { children: ofRegions(children, regions) }),
      }
    })

/** Collects the bindings of widgets. */
export function bindCollector(): { add(widgets: unknown): void; binds(): PageBinds } {
  const equips = new Set<number>()
  const signals = new Set<number>()
  const keys = new Set<string>()
  const mvars = new Set<number>()
  const hear = (binding: Binding): void => {
    const { systemKey } = binding
    const [signalId, equipId, mvarId] = [signalOf(binding), idIn(binding.equipId), mvarOf(binding)]
    if (signalId !== undefined) signals.add(signalId)
    if (equipId !== undefined) equips.add(equipId)
    if (mvarId !== undefined) mvars.add(mvarId)
    if (typeof systemKey === 'string' && systemKey !== '') keys.add(systemKey)
  }
  return {
    add: (widgets) => eachBinding(widgets, hear),
    binds: () => ({ equips: [...equips], signals: [...signals], keys: [...keys], mvars: [...mvars] }),
  }
}

/** Everything that the widgets are bound to. */
export function bindsOf(widgets: readonly PageWidget[]): PageBinds {
  const { add, binds } = bindCollector()
  add(widgets)
  return binds()
}
