// The document of a configuration page, in the specification's own names. [S3 Widget, Page save] What is not known here is
// kept at every level: a page that is opened and saved again loses nothing.
import { z } from 'zod'
import { maxWhole, numeric, ObjectId } from './fields.ts'
import { limits } from './limits.ts'

const words = z.string().max(200)

/** A number of an object; a cleared binding may have an empty one. */
const boundId = z.union([ObjectId, z.literal(''), z.null()]).optional()

/**
 * Where a value comes from. `type` says which of the ids counts; `title` and `subTitle` name variable and device. In the data
 * of an alarm table `type` is the switch of a column. [S3 Alarm record]
 */
export const Binding = z.looseObject({
  type: z.union([z.string().max(40), z.boolean()]).optional(),
  signalId: boundId,
  equipId: boundId,
  /** The variable, for an author who does not see its device: sent back as it is, the binding stays. */
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

/** In the page's own pixels; of a widget in a group: from the group's corner. `rotate` in degrees about the middle. */
export const Position = z.looseObject({
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  rotate: z.number().default(0),
})
export type Position = z.output<typeof Position>

const Loose = z.looseObject({})

/** One widget. `style`, `items` and `data` belong to its type, which checks them itself when it is drawn. */
export const PageWidget = z.looseObject({
  id: z.string().min(1).max(40),
  ref: words.optional(),
  textId: words.optional(),
  /** Its type by the specification's word: `DataText`, see widgets/type-name. */
  widgetType: z.string().min(1).max(40),
  /** Its name among the widgets of the page. */
  widgetName: z.string().max(limits.widgetNameLength).optional(),
  /** Version of the type that wrote it; none: 1. */
  version: z.number().int().min(1).optional(),
  posLock: z.boolean().optional(),
  /** Titles of the regions that see it, separated by commas; empty: everybody does. */
  authRegion: z.string().max(1000).optional(),
  position: Position,
  style: Loose.optional(),
  items: z.array(z.unknown()).optional(),
  data: Binding.optional(),
  clickEvent: Loose.optional(),
  animation: Loose.optional(),
  /** Of a group. */
  get children() {
    return z.array(PageWidget).optional()
  },
})
export type PageWidget = z.output<typeof PageWidget>

/** Sub pages are opened from other pages; menus and start pages are main pages. [S3 Configuration page] */
export const pageTypes = ['main', 'sub'] as const
export type PageType = (typeof pageTypes)[number]

/** The container: the page's own size, ground and type. */
export const PageContainer = z.looseObject({
  width: numeric(z.number().min(100).max(10_000)).default(limits.pageWidth),
  height: numeric(z.number().min(100).max(10_000)).default(limits.pageHeight),
  bgColor: z.string().max(40).default(''),
  /** None: main. */
  type: z.enum(pageTypes).optional().catch(undefined),
})
export type PageContainer = z.output<typeof PageContainer>

export const pageTypeOf = ({ type }: Pick<PageContainer, 'type'>): PageType => type ?? 'main'

/** Whether the page is always fitted to its window, whatever its viewer prefers. [S3 fit container] */
export const isFitted = ({ fit }: PageContainer): boolean => fit === '1' || fit === 1 || fit === true

/** The picture behind the widgets: one that was uploaded. [S3 bgImage] */
export const groundOf = ({ bgImage }: PageContainer): string | undefined =>
  typeof bgImage === 'string' && /^\/userimg\/[\w./-]+$/.test(bgImage) ? bgImage : undefined

/** Everything the widgets are bound to, each once. */
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

/** The widgets of a type, those in groups too. */
export const countOfType = (widgets: readonly PageWidget[], type: string): number =>
  widgets.reduce((sum, each) => sum + (each.widgetType === type ? 1 : 0) + countOfType(each.children ?? [], type), 0)

/** All widgets, those in groups too. */
export const countWidgets = (widgets: readonly PageWidget[]): number =>
  widgets.reduce((count, { children = [] }) => count + 1 + countWidgets(children), 0)

/** Keys of `style`, `data` and `items` whose texts are words for people, translated like the names of devices. */
export const wordKeys = ['text', 'label', 'prefix', 'suffix', 'trueText', 'falseText', 'hint', 'feedback'] as const

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Those texts, wherever they are. */
export function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== 'string') return wordsIn(each)
    return each !== '' && (wordKeys as readonly string[]).includes(key) ? [each] : []
  })
}

/**
 * The same value with every binding to a variable in it changed, wherever it is: in data and its arrays, in animations
 * and click events, in widgets of types that are not known. What has none is not copied. `idOf`: what makes an object a
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

/** Calls back with every object in the value that is bound to something. */
export function eachBinding(value: unknown, hear: (binding: Binding) => void): void {
  if (Array.isArray(value)) for (const each of value) eachBinding(each, hear)
  else if (isObject(value)) {
    if (signalOf(value) ?? value.mvarId ?? customReportOf(value) ?? value.systemKey ?? value.equipId)
      hear(value as Binding)
    for (const each of Object.values(value)) if (typeof each === 'object') eachBinding(each, hear)
  }
}

/** The number of an object, where it is one that an object can have: a page keeps what it does not know. */
function idIn(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= maxWhole ? id : undefined
}

/** The variable that an object is bound to. */
export const signalOf = ({ signalId }: { signalId?: unknown }): number | undefined => idIn(signalId)

/** The intermediate variable that an object is bound to. */
export const mvarOf = ({ mvarId }: { mvarId?: unknown }): number | undefined => idIn(mvarId)

/** The page that an Iframe with this data shows: documents of other designers name it `configId`. */
export const framedPageOf = (data: { type?: unknown; pageId?: unknown; configId?: unknown }): number | undefined =>
  data.type === 'link' ? undefined : (idIn(data.pageId) ?? idIn(data.configId))

/** The custom report of the project that an object is bound to. */
export const customReportOf = ({ customReportId }: { customReportId?: unknown }): number | undefined =>
  idIn(customReportId)

/** Those that widgets show, each once. */
export function customReportsIn(widgets: readonly PageWidget[]): number[] {
  const found = new Set<number>()
  eachBinding(widgets, (binding) => {
    const id = customReportOf(binding)
    if (id !== undefined) found.add(id)
  })
  return [...found]
}

/** The same where the author does not see it. */
export const unseenSignalOf = ({ unseenSignalId }: { unseenSignalId?: unknown }): number | undefined =>
  idIn(unseenSignalId)

/** Widgets of a list of regions are for those who see one of them; null sees all. [S3 authRegion] */
export function isForRegions(authRegion: string | undefined, regions: ReadonlySet<string> | null): boolean {
  const asked = (authRegion ?? '').split(',').map((title) => title.trim())
  const titles = asked.filter((title) => title !== '')
  return regions === null || titles.length === 0 || titles.some((title) => regions.has(title))
}

/** What an entry of a list says of its regions: one text, or a list of titles. What is neither is for nobody. */
function isEntryForRegions(entry: unknown, regions: ReadonlySet<string>): boolean {
  if (!isObject(entry) || Array.isArray(entry)) return true
  const { authRegion } = entry
  const titles = Array.isArray(authRegion) ? authRegion.join(',') : (authRegion ?? '')
  return typeof titles === 'string' && isForRegions(titles, regions)
}

/** The same without the entries of its lists, at any depth, that are for other regions: items of a menu, its children. */
function entriesOfRegions<T>(value: T, regions: ReadonlySet<string>): T {
  if (Array.isArray(value))
    return value
      .filter((entry) => isEntryForRegions(entry, regions))
      .map((entry) => entriesOfRegions(entry, regions)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, entriesOfRegions(each, regions)])) as T
}

/** The widgets that are for these regions, with the entries and children that are. */
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

/** What the widgets are bound to. */
export function bindsOf(widgets: readonly PageWidget[]): PageBinds {
  const found = {
    equips: new Set<number>(),
    signals: new Set<number>(),
    keys: new Set<string>(),
    mvars: new Set<number>(),
  }
  eachBinding(widgets, (binding) => {
    const { systemKey } = binding
    const [signalId, equipId, mvarId] = [signalOf(binding), idIn(binding.equipId), mvarOf(binding)]
    if (signalId !== undefined) found.signals.add(signalId)
    if (equipId !== undefined) found.equips.add(equipId)
    if (mvarId !== undefined) found.mvars.add(mvarId)
    if (typeof systemKey === 'string' && systemKey !== '') found.keys.add(systemKey)
  })
  const { equips, signals, keys, mvars } = found
  return { equips: [...equips], signals: [...signals], keys: [...keys], mvars: [...mvars] }
}
