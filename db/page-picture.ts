// Small pictures of pages, computed in the database because documents are large.
import { type SqlBool, sql } from 'kysely'
import { limits } from '../contract/limits.ts'
import type { PagePicture } from '../contract/page-picture.ts'
import type { Sight } from './sight.ts'

/**
 * Pixels. Documents from before the container have their sizes at the top level. A size that is no number of at most six
 * digits is ignored.
 */
export const pageSide = (name: 'width' | 'height') => {
  const usual = { width: limits.pageWidth, height: limits.pageHeight }[name]
  const stored = sql`coalesce(page.content -> 'con' ->> ${name}, page.content ->> ${name})`
  return sql<number>`case when ${stored} ~ '^[0-9]{1,6}([.][0-9]{0,9})?$' then (${stored})::float8
    else ${String(usual)}::float8 end`
}

/** At most this many widgets of a page are in its picture: smaller ones are not visible there. */
const maxParts = 160
/** Groups within more groups than this are not in the picture. */
const maxDepth = 12

/** Larger numbers of a stored widget count as 0: the sums of a dozen of them would leave the range of a float. */
const maxNumber = 1_000_000

const isNumberAt = (path: string) => sql`jsonb_typeof(stored.one #> ${sql.lit(`{${path}}`)}::text[]) = 'number'`
const numericAt = (path: string) => sql`(stored.one #> ${sql.lit(`{${path}}`)}::text[])::numeric`

/** A number of a stored widget, 0 if it has none: a document may contain any value. */
const numberAt = (path: string) =>
  sql`case when ${isNumberAt(path)} and abs(${numericAt(path)}) <= ${sql.lit(maxNumber)}
    then ${numericAt(path)}::float8 else 0 end`

/** An angle of a stored widget in degrees, less than a turn; 0 if it has none. */
const angleAt = (path: string) => sql`case when ${isNumberAt(path)} then (${numericAt(path)} % 360)::float8 else 0 end`

/**
 * Every widget with its place in the drawing order, the centre of its box on the page, its size, and its turn with
 * those of its groups. The first row is the page itself. Widgets of some regions only are omitted.
 */
const partRows = sql`
  select jsonb_build_object('children', page.content -> 'widgets') as one, '{}'::bigint[] as place,
    0::float8 as x, 0::float8 as y, 0::float8 as width, 0::float8 as height, 0::float8 as turn
  union all
  select child.one, part.place || child.nth,
    part.x + child.x * cosd(part.turn) - child.y * sind(part.turn),
    part.y + child.x * sind(part.turn) + child.y * cosd(part.turn),
    child.width, child.height, ((part.turn + child.turn)::numeric % 360)::float8
  from part cross join lateral (
    select stored.one, stored.nth, spot.width, spot.height, spot.turn,
      spot.x + (spot.width - part.width) / 2 as x, spot.y + (spot.height - part.height) / 2 as y
    from jsonb_array_elements(case when jsonb_typeof(part.one -> 'children') = 'array'
      then part.one -> 'children' else '[]'::jsonb end) with ordinality as stored (one, nth)
    cross join lateral (
      select ${numberAt('position,x')} as x, ${numberAt('position,y')} as y,
        ${numberAt('position,width')} as width, ${numberAt('position,height')} as height,
        ${angleAt('position,rotate')} as turn
    ) as spot
    where coalesce(stored.one ->> 'authRegion', '') = ''
  ) as child
  where cardinality(part.place) < ${sql.lit(maxDepth)}`

/** One widget as in `PicturePart`. */
const partObject = sql`jsonb_strip_nulls(jsonb_build_object(
  'type', left(coalesce(stored.one ->> 'widgetType', ''), 40),
  'x', round(stored.x - stored.width / 2), 'y', round(stored.y - stored.height / 2),
  'width', round(stored.width), 'height', round(stored.height), 'rotate', nullif(round(stored.turn), 0),
  'fill', left(stored.one #>> '{style,fill}', 40), 'stroke', left(stored.one #>> '{style,stroke}', 40),
  'thick', nullif(${numberAt('style,strokeWidth')}, 0),
  'symbol', case when stored.one ->> 'widgetType' = 'Symbol' then left(stored.one #>> '{data,symbol}', 40) end,
  'corners', case when length(stored.one #>> '{style,corners}') <= 400 then stored.one #>> '{style,corners}' end,
  'letters', length(left(stored.one #>> '{data,text}', 80)), 'size', nullif(${numberAt('style,fontSize')}, 0),
  'align', left(stored.one #>> '{style,align}', 10)))`

/** The picture of a page; null if its viewers must enter a password. */
export const pagePicture = sql<PagePicture | null>`case when page.password_hash is null then jsonb_build_object(
  'con', jsonb_strip_nulls(jsonb_build_object('width', ${pageSide('width')}, 'height', ${pageSide('height')},
    'bgColor', left(coalesce(page.content #>> '{con,bgColor}', ''), 40),
    'bgImage', left(page.content #>> '{con,bgImage}', 200), 'theme', left(page.content #>> '{con,theme}', 20))),
  'parts', (
    with recursive part as (${partRows})
    select coalesce(jsonb_agg(${partObject} order by stored.place), '[]'::jsonb)
    from (
      select part.*, row_number() over (order by greatest(part.width, part.height) desc, part.place) as largest
      from part
      where part.place <> '{}'::bigint[] and jsonb_typeof(part.one -> 'children') is distinct from 'array'
    ) as stored
    where stored.largest <= ${sql.lit(maxParts)}
  )) end`

const owners = {
  equipment: sql<number>`page.equipment_id`,
  project: sql<number>`page.project_id`,
}

/** The picture of each owner's start page, or without one of its first page by title. An owner without pages has none. */
export async function loadFirstPictures(
  sight: Sight,
  owner: keyof typeof owners,
  ids: readonly number[],
): Promise<Map<number, PagePicture | null>> {
  const of = owners[owner]
  // Chosen before the pictures are computed, so that only one page of each owner is read.
  const first = sight
    .from('page')
    .distinctOn(of)
    .select('page.id')
    .where(sql<SqlBool>`${of} = any(${ids}::int[])`)
    .orderBy(of)
    .orderBy('page.startup', 'desc')
    .orderBy('page.title')
    .orderBy('page.id')
  const rows = await sight
    .from('page')
    .select([of.as('owner'), pagePicture.as('picture')])
    .where('page.id', 'in', first)
    .execute()
  return new Map(rows.map(({ owner: id, picture }) => [id, picture]))
}
