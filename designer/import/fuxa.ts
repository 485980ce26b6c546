// A FUXA view as a drawing: its SVG, with gauges as widgets, animations and clicks. Variables and other views are
// referred to by name. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { type FuxaFile, type Item, tagNameOf, type View } from './fuxa-file.ts'
import { gaugeWidget, isShape } from './fuxa-gauges.ts'
import { animationsOf, clickOfItem, colourBy, filledBy, type Reading } from './fuxa-motion.ts'
import { colourOf } from './look.ts'
import { nameWidget } from './made.ts'
import type { Report } from './report.ts'
import { type Drawn, drawnFrom } from './svg.ts'
import type { Unreadable } from './tree.ts'
import type { Hooks } from './walking.ts'

/** Converts a view of FUXA. `ground`: its background colour. */
export function viewDrawn(
  file: FuxaFile,
  view: View,
  report: Report,
  room: number,
): (Drawn & { ground: string }) | Unreadable {
  const names = new Map(
    [...view.items.values()].map(({ property: { variableId, variable } }) => [variableId, variable]),
  )
  const nameOf = (id: string | undefined) => tagNameOf(file, id, names.get(id))
  const reading: Reading = {
    report,
    tagOf: (id) => {
      const wantedTag = nameOf(id)
      return wantedTag === undefined ? undefined : { wantedTag }
    },
  }
  const drawn = drawnFrom(view.svgcontent, report, room, hooksOf(file, view, reading))
  if ('reason' in drawn) return drawn
  for (const { id, name } of view.items.values()) if (!view.svgcontent.includes(id)) report.add('gauge', name ?? id)
  const { profile } = view
  const size = { width: profile.width || drawn.width, height: profile.height || drawn.height }
  return { ...drawn, ...size, ground: colourOf(profile.bkcolor) ?? '#ffffff' }
}

function hooksOf(file: FuxaFile, { items }: View, reading: Reading): Hooks {
  const itemOf = (id: string | undefined): Item | undefined => (id === undefined ? undefined : items.get(id))
  return {
    isOwn: ({ attributes: { id } }) => itemOf(id) !== undefined,
    instead: (element, boxOf) => {
      const item = itemOf(element.attributes.id)
      const box = item && !isShape(item.type) ? boxOf() : undefined
      if (!item || !box) return undefined
      const chartOf = (id: string | undefined) => (id === undefined ? undefined : file.charts.get(id))
      const made = gaugeWidget({ ...reading, item, element, box, chartOf })
      return made && moving(made, item, reading)
    },
    dress: (widget, element) => {
      const item = itemOf(element.attributes.id)
      return item ? moving(coloured(widget, item, reading), item, reading) : widget
    },
  }
}

/** Colours a shape according to its value. */
function coloured(widget: PageWidget, { property, name, id }: Item, reading: Reading): PageWidget {
  const tag = property.bitmask ? undefined : reading.tagOf(property.variableId)
  if (property.bitmask && property.ranges.length > 0)
    reading.report.add('motion', `${name ?? id}: bit ${property.bitmask}`)
  const colours = colourBy(property.ranges, tag, reading, name ?? id)
  return colours ? filledBy(widget, colours.fill, colours.animation) : widget
}

/** Adds the animations, the click and the name of an item. */
function moving(widget: PageWidget, item: Item, reading: Reading): PageWidget {
  const animation = animationsOf(item, reading, widget.widgetType === 'Scrollbar')
  const clickEvent = clickOfItem(item, reading)
  return {
    ...nameWidget(widget, item.name),
    ...((widget.animation || Object.keys(animation).length > 0) && {
      animation: { ...widget.animation, ...animation },
    }),
    ...(clickEvent && { clickEvent }),
  }
}
