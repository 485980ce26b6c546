// A pointer gesture from press to release: its preview, and the resulting document. A small state machine over points
// of the page, independent of drawing. Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget, Position } from '../../contract/page-document.ts'
import { added, type Excess } from '../document/clipboard.ts'
import { isHidden } from '../document/find.ts'
import type { Measure } from '../document/gaps.ts'
import {
  type Box,
  boxAround,
  boxOf,
  cornersOf,
  type Handle,
  isWithin,
  middleOf,
  type Point,
  placed,
  resized,
  turnedAbout,
  unionOf,
  whole,
} from '../document/geometry.ts'
import { inBox } from '../document/group.ts'
import type { Guide } from '../document/guides.ts'
import { frameOf } from '../document/inside.ts'
import { snapped } from '../document/snap.ts'
import { type EditorState, edited, selectedAs } from '../state.ts'
import { boxesAround, linesAround, movable, reachOf, slack, withPositions } from './around.ts'
import type { Setting } from './setting.ts'

export type Pointer = Point & { shift: boolean; alt: boolean; mod: boolean }

/** The temporary drawing during a gesture. */
export type Preview = {
  /** The common offset of the selected widgets. */
  offset?: Point
  /** Positions of widgets by id. */
  positions?: ReadonlyMap<string, Position>
  /** The lines to which the position snaps. */
  lines?: { x: number | null; y: number | null }
  /** Gaps that equal those beside the moved widgets. */
  measures?: readonly Measure[]
  /** A guide at its new position. */
  guide?: Guide & { at: number }
  /** The selection area, or the box being drawn. */
  area?: Box
  /** The route of a pipe, and the ports that accept its end. */
  way?: readonly Point[]
  ports?: readonly { at: Point; isLit: boolean }[]
  /** Copies are added instead of moving the selection. */
  isCopy?: boolean
}

export type Ended = EditorState | { refused: Excess | 'tooManyGuides' }

export type Gesture = {
  move(pointer: Pointer): Preview
  /** Ends the gesture. Returns the resulting state; the same object if it did not change. */
  end(pointer: Pointer): Ended
}

/** Resizes one widget by a handle, or all selected ones in the box around them. */
export function resizing(state: EditorState, from: Point, handle: Handle, setting: Setting): Gesture {
  const frame = movable(state)
  const { widgets } = frame
  const around = unionOf(widgets.map(({ position }) => boxOf(position)))
  const single = widgets.length === 1 ? widgets[0]! : undefined
  const lines = setting.isSnapping ? linesAround(state, boxesAround(state, widgets), setting) : { x: [], y: [] }
  const at = (pointer: Pointer): Preview => {
    if (!around) return {}
    const start = single ? single.position : { ...around, rotate: 0 }
    const corner = {
      x: handle.x < 0 ? around.x : around.x + around.width,
      y: handle.y < 0 ? around.y : around.y + around.height,
    }
    const raw = { x: pointer.x - from.x, y: pointer.y - from.y }
    const isTurned = start.rotate % 360 !== 0
    const found =
      isTurned || pointer.alt
        ? undefined
        : snapped({ ...corner, width: 0, height: 0 }, raw, lines, reachOf(setting), setting.grid)
    const box = resized(start, handle, found?.by ?? raw, { keepRatio: pointer.shift, aboutMiddle: pointer.alt })
    const shown = {
      lines: {
        x: handle.x === 0 ? null : (found?.lines.x ?? null),
        y: handle.y === 0 ? null : (found?.lines.y ?? null),
      },
    }
    if (single) return { ...shown, positions: new Map([[single.id, box]]) }
    return { ...shown, positions: scaledIn(widgets, around, box) }
  }
  return { move: at, end: (pointer) => withPositions(state, frame, at(pointer).positions) }
}

/** Positions of widgets when their common box changes. */
function scaledIn(widgets: readonly PageWidget[], around: Box, box: Box): Map<string, Position> {
  const ratio = (now: number, before: number) => (before > 0 ? now / before : 1)
  const [sx, sy] = [ratio(box.width, around.width), ratio(box.height, around.height)]
  const scaled = widgets.map(({ id, position }): [string, Position] => {
    const [x, y] = [box.x + (position.x - around.x) * sx, box.y + (position.y - around.y) * sy]
    return [id, placed({ ...position, x, y, width: position.width * sx, height: position.height * sy })]
  })
  return new Map(scaled)
}

/** Snaps to right angles within this many degrees; with Shift to every 15 degrees. */
const near = 4
function stepped(degrees: number, isFine: boolean): number {
  if (isFine) return Math.round(degrees / 15) * 15
  const right = Math.round(degrees / limits.rotationStep) * limits.rotationStep
  return Math.abs(degrees - right) <= near ? right : Math.round(degrees)
}

/** Turns the selected widgets about their common centre. */
export function turning(state: EditorState, from: Point): Gesture {
  const frame = movable(state)
  const { widgets } = frame
  const middle = middleOf(boxAround(widgets.flatMap(({ position }) => cornersOf(position))))
  const angle = ({ x, y }: Point) => (Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI
  const began = widgets.length === 1 ? widgets[0]!.position.rotate : 0
  const at = (pointer: Pointer): Preview => {
    const by = stepped(began + angle(pointer) - angle(from), pointer.shift) - began
    return { positions: new Map(widgets.map(({ id, position }) => [id, turnedAbout(position, middle, by)])) }
  }
  return { move: at, end: (pointer) => withPositions(state, frame, at(pointer).positions) }
}

const areaOf = (from: Point, to: Point): Box => boxAround([from, to])

/** Selects widgets completely inside an area, within the opened group if there is one; Shift adds to the selection. */
export function selecting(state: EditorState, from: Point): Gesture {
  return {
    move: (pointer) => ({ area: areaOf(from, pointer) }),
    end(pointer) {
      const area = areaOf(from, pointer)
      const { widgets } = frameOf(state.document, state.inside)
      const inner = widgets
        .filter((widget) => !isHidden(widget) && isWithin(boxOf(widget.position), area))
        .map(({ id }) => id)
      return selectedAs(state, pointer.shift ? [...new Set([...state.selected, ...inner])] : inner)
    },
  }
}

/** Draws a new widget into an area; a click places it in its default size. */
export function drawing(state: EditorState, from: Point, make: (at: Point) => PageWidget, setting: Setting): Gesture {
  const boxAt = (pointer: Pointer): Box | undefined => {
    const area = areaOf(from, pointer)
    return Math.hypot(area.width, area.height) * setting.scale > slack ? placed(area) : undefined
  }
  return {
    move: (pointer) => ({ area: areaOf(from, pointer) }),
    end(pointer) {
      const fresh = make({ x: whole(from.x), y: whole(from.y) })
      const box = boxAt(pointer)
      const { width, height } = {
        width: Math.max(limits.leastShape, box?.width ?? 0),
        height: Math.max(limits.leastShape, box?.height ?? 0),
      }
      const widget = box ? inBox(fresh, { ...fresh.position, ...box, width, height }) : fresh
      const next = added(state.document, [widget])
      return 'refused' in next ? next : edited(state, next)
    },
  }
}
