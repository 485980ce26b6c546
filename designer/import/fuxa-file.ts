// The files of the FUXA editor: a view, or a whole project with devices and charts. Unknown or malformed parts are left
// out. Pure.
import { z } from 'zod'

const text = z.union([z.string(), z.number()]).transform(String)
const maybeText = text.optional().catch(undefined)
const number = z.union([z.number(), z.string()]).transform(Number).pipe(z.number()).optional().catch(undefined)
const loose = z.record(z.string(), z.unknown()).catch({})

const list = <T extends z.ZodType>(of: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((each): z.output<T>[] => {
        const read = of.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )

const Range = z.object({
  min: number,
  max: number,
  text: maybeText,
  color: maybeText,
  stroke: maybeText,
  fractionDigits: number,
})
export type Range = z.output<typeof Range>

const Action = z.object({
  type: maybeText,
  variableId: maybeText,
  bitmask: number,
  range: Range.optional().catch(undefined),
  options: loose,
})
export type Action = z.output<typeof Action>

const Event = z.object({ type: maybeText, action: maybeText, actparam: maybeText, actoptions: loose })
export type Event = z.output<typeof Event>

const Property = z.object({
  id: maybeText,
  type: maybeText,
  variableId: maybeText,
  variable: maybeText,
  bitmask: number,
  text: maybeText,
  address: maybeText,
  ranges: list(Range),
  events: list(Event),
  actions: list(Action),
  options: loose,
})

const Item = z.object({
  id: text,
  type: text,
  name: maybeText,
  label: maybeText,
  property: Property.catch(Property.parse({ ranges: [], events: [], actions: [], options: {} })),
})
export type Item = z.output<typeof Item>

const items = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((all) => {
    const found = new Map<string, Item>()
    for (const each of Object.values(all)) {
      const read = Item.safeParse(each)
      if (read.success) found.set(read.data.id, read.data)
    }
    return found
  })

const View = z.object({
  id: maybeText,
  name: text.catch(''),
  type: maybeText,
  profile: z
    .object({ width: number, height: number, bkcolor: maybeText })
    .catch({ width: undefined, height: undefined, bkcolor: undefined }),
  svgcontent: z.string(),
  items,
})
export type View = z.output<typeof View>

const Line = z.object({ id: maybeText, name: maybeText, label: maybeText, color: maybeText })
const Chart = z.object({ id: text, name: maybeText, lines: list(Line) })
export type Chart = z.output<typeof Chart>

const Tag = z.object({ id: maybeText, name: maybeText })
const Device = z.object({ name: maybeText, tags: loose })

export type FuxaFile = {
  views: View[]
  /** The names of tags by their ids. */
  tags: ReadonlyMap<string, string>
  charts: ReadonlyMap<string, Chart>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Validates a FUXA file; undefined if the JSON is not one. */
export function fuxaFileOf(json: unknown): FuxaFile | undefined {
  if (!isObject(json)) return undefined
  const single = View.safeParse(json)
  if (single.success) return { views: [single.data], tags: new Map(), charts: new Map() }
  const { hmi } = json
  if (!isObject(hmi)) return undefined
  const views = list(View).parse(hmi.views)
  const charts = list(Chart).parse(json.charts)
  return views.length === 0
    ? undefined
    : { views, tags: tagsOf(json), charts: new Map(charts.map((chart) => [chart.id, chart])) }
}

function tagsOf(json: Record<string, unknown>): Map<string, string> {
  const found = new Map<string, string>()
  const devices = [...Object.values(loose.parse(json.devices)), json.server]
  for (const each of devices) {
    const device = Device.safeParse(each)
    if (!device.success) continue
    for (const [key, value] of Object.entries(device.data.tags)) {
      const tag = Tag.safeParse(value)
      const name = tag.data?.name ?? key
      found.set(tag.data?.id ?? key, name)
      // Older files prefix the tag with its device.
      if (device.data.name) found.set(`${device.data.name}${separator}${tag.data?.id ?? key}`, name)
    }
  }
  return found
}

const separator = '^~^'

/** The name of a tag by id; without a project it is taken from the id, which older files derive from the name. */
export function tagNameOf({ tags }: FuxaFile, id: string | undefined, known?: string): string | undefined {
  if (!id) return undefined
  return tags.get(id) ?? known ?? id.split(separator).at(-1)
}
