// Gestures on pipes: move an end to another port or free it, move a middle stretch, draw a pipe from a port. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { added } from '../document/clipboard.ts'
import { find, groupsAround, isHidden, isLocked, replaced } from '../document/find.ts'
import { type Box, type Point, placed, whole } from '../document/geometry.ts'
import { innerOf, seenIn } from '../document/inside.ts'
import { allMet, type Met, portsSeen } from '../pipe/follow.ts'
import { cornersOfPipe, isPipe, type Tie, type Ties, throughCorners, tiesOf, withTies } from '../pipe/pipe.ts'
import { type End, route, straightened } from '../pipe/route.ts'
import { type EditorState, edited, withFitted } from '../state.ts'
import type { Setting } from './setting.ts'
import type { Gesture, Pointer } from './tool.ts'

/** Distance within which a port catches an end; pixels of the screen. */
const reach = 8

type Port = { tie: Tie; end: End }
type Around = { ports: readonly Port[]; bodies: readonly { id: string; box: Box }[] }

/** The selected pipe in its visible position, if it is the only selected widget. */
export function pipeInHand({ document, selected }: EditorState): PageWidget | undefined {
  const [id] = selected
  const pipe = selected.length === 1 ? find(document.widgets, id!) : undefined
  if (!pipe || !isPipe(pipe)) return undefined
  const around = groupsAround(document.widgets, pipe.id) ?? []
  if ([pipe, ...around].some((each) => isLocked(each) || isHidden(each))) return undefined
  return around.length === 0 ? pipe : { ...pipe, position: seenIn(pipe.position, around) }
}

function aroundOf({ document, inside }: EditorState): Around {
  const seen = allMet(document.widgets).filter(({ widget, around }) => ![widget, ...around].some(isHidden))
  return {
    ports: seen
      .filter((each) => isOffered(each, inside))
      .flatMap(({ widget: { id }, ports }) => ports.map(({ name, end }) => ({ tie: { widget: id, port: name }, end }))),
    bodies: seen.map(({ widget: { id }, body }) => ({ id, box: body })),
  }
}

/** Shapes in a group are its drawing: their ports are offered only while the group is open. */
const isOffered = ({ widget, around }: Met, inside: string | null): boolean =>
  around.length === 0 ||
  around.at(-1)!.id === inside ||
  widget.widgetType === 'Symbol' ||
  widget.widgetType === 'PercentFill'

function portAt(ports: readonly Port[], at: Point, { scale }: Setting): Port | undefined {
  const far = ({ end }: Port) => Math.hypot(end.at.x - at.x, end.at.y - at.y)
  const near = ports.filter((port) => far(port) * scale <= reach)
  return near.toSorted((a, b) => far(a) - far(b))[0]
}

const rounded = ({ x, y }: Point): Point => ({ x: whole(x), y: whole(y) })

/** Routes from the fixed end to the pointer, or to the port near it. */
function leading(fixed: { end: End; widget: string | undefined }, { ports, bodies }: Around, setting: Setting) {
  return (pointer: Pointer) => {
    const port = portAt(ports, pointer, setting)
    const own = [fixed.widget, port?.tie.widget]
    const boxes = bodies.filter(({ id }) => own.includes(id)).map(({ box }) => box)
    return { port, way: route(fixed.end, port?.end ?? { at: rounded(pointer) }, boxes) }
  }
}

/** Moves one end of the pipe: at a port it is attached, elsewhere it is free. */
export function ending(state: EditorState, pipe: PageWidget, which: 'from' | 'to', setting: Setting): Gesture {
  const around = aroundOf(state)
  const other = which === 'from' ? 'to' : 'from'
  const ties = tiesOf(pipe)
  const tie = ties[other]
  const corners = cornersOfPipe(pipe)
  const still = tie && portsSeen(state.document.widgets, tie.widget).find(({ name }) => name === tie.port)
  const at = which === 'from' ? corners.at(-1)! : corners[0]!
  const leadTo = leading({ end: still?.end ?? { at }, widget: tie?.widget }, around, setting)
  return {
    move: (pointer) => preview(leadTo(pointer), around),
    end(pointer) {
      const { port, way } = leadTo(pointer)
      const next: Ties = { ...ties, bent: undefined, [which]: port?.tie }
      const corners = which === 'from' ? way.toReversed() : way
      return withPipe(state, pipe, throughCorners(withTies(pipe, next), corners))
    },
  }
}

const preview = ({ way, port }: { way: readonly Point[]; port: Port | undefined }, { ports }: Around) => ({
  way,
  ports: ports.map(({ end: { at } }) => ({ at, isLit: at === port?.end.at })),
})

/** Replaces a pipe. `next`: the pipe in its visible position. */
function withPipe(state: EditorState, { id }: PageWidget, next: PageWidget): EditorState {
  const { widgets } = state.document
  const around = groupsAround(widgets, id) ?? []
  const position = around.length === 0 ? next.position : placed(innerOf(next.position, around))
  return withFitted(
    state,
    replaced(widgets, new Set([id]), () => ({ ...next, position })),
  )
}

/** Moves a stretch between two corners sideways. */
export function bending(state: EditorState, pipe: PageWidget, index: number): Gesture {
  const corners = cornersOfPipe(pipe)
  const [a, b] = [corners[index]!, corners[index + 1]!]
  const isLevel = Math.abs(a.x - b.x) >= Math.abs(a.y - b.y)
  const wayTo = (pointer: Pointer): Point[] => {
    const { x, y } = rounded(pointer)
    return corners.map((at, i) => {
      if (i !== index && i !== index + 1) return at
      return isLevel ? { ...at, y } : { ...at, x }
    })
  }
  return {
    move: (pointer) => ({ way: wayTo(pointer) }),
    end: (pointer) => withPipe(state, pipe, throughCorners(pipe, straightened(wayTo(pointer)))),
  }
}

/** Indexes of stretches that can be moved: those with a corner at both ends. */
export const stretchesOf = (corners: readonly Point[]): number[] =>
  corners.flatMap((_, i) => (i > 0 && i < corners.length - 2 ? [i] : []))

/** Draws a pipe from the port under the pointer; undefined if there is none. */
export function joining(state: EditorState, from: Point, made: PageWidget, setting: Setting): Gesture | undefined {
  const around = aroundOf(state)
  const first = portAt(around.ports, from, setting)
  if (!isPipe(made) || !first) return undefined
  const leadTo = leading({ end: first.end, widget: first.tie.widget }, around, setting)
  return {
    move: (pointer) => preview(leadTo(pointer), around),
    end(pointer) {
      const { port, way } = leadTo(pointer)
      if (port === first) return state
      const next = added(state.document, [throughCorners(made, way)])
      if ('refused' in next) return next
      const [id] = next.selected
      const widgets = next.document.widgets.map((widget) =>
        widget.id === id ? withTies(widget, { from: first.tie, to: port?.tie }) : widget,
      )
      return edited(state, { document: { ...next.document, widgets }, selected: next.selected })
    },
  }
}
