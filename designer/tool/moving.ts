// Moves the selection or a copy by the pointer: snapped to lines and equal gaps, with a part of each widget held on the
// page. Pure.
import { added } from '../document/clipboard.ts'
import { gapsOf, measuresOf } from '../document/gaps.ts'
import { boxOf, type Point, unionOf } from '../document/geometry.ts'
import { movedBy } from '../document/group.ts'
import { heldOnPage } from '../document/hold.ts'
import { steppedBy } from '../document/inside.ts'
import { snapped } from '../document/snap.ts'
import { type EditorState, edited, withFitted } from '../state.ts'
import { boxesAround, linesAround, movable, reachOf, slack } from './around.ts'
import type { Setting } from './setting.ts'
import type { Gesture, Pointer, Preview } from './tool.ts'

const noLines = { x: [], y: [] }

/** Ctrl (or Cmd) with Shift moves a copy; Shift alone moves along one axis. */
export function moving(state: EditorState, from: Point, setting: Setting): Gesture {
  const { widgets } = movable(state)
  const boxes = widgets.map(({ position }) => boxOf(position))
  const box = unionOf(boxes)
  const still = setting.isSnapping ? boxesAround(state, widgets) : []
  const lines = setting.isSnapping ? linesAround(state, still, setting) : noLines
  const gaps = gapsOf(still)
  let isMoving = false
  const at = (pointer: Pointer): Preview => {
    const raw = { x: pointer.x - from.x, y: pointer.y - from.y }
    isMoving ||= Math.hypot(raw.x, raw.y) * setting.scale > slack
    if (!isMoving || !box) return {}
    const isCopy = pointer.mod && pointer.shift
    const step = pointer.shift && !isCopy ? straightened(raw) : raw
    const found = pointer.alt
      ? snapped(box, step, noLines, 0, setting.grid)
      : snapped(box, step, lines, reachOf(setting), setting.grid, gaps)
    const by = step === raw ? found.by : { x: step.x && found.by.x, y: step.y && found.by.y }
    const offset = heldOnPage(boxes, by, state.document.con)
    const measures = pointer.alt ? [] : measuresOf(gaps, { ...box, x: box.x + offset.x, y: box.y + offset.y })
    return { offset, lines: found.lines, measures, isCopy }
  }
  return {
    move: at,
    end(pointer) {
      const { offset, isCopy } = at(pointer)
      if (!offset) return state
      if (!isCopy) return withFitted(state, steppedBy(state.document.widgets, widgets, offset))
      const copies = widgets.map((widget) => movedBy(widget, offset.x, offset.y))
      const next = added(state.document, copies)
      return 'refused' in next ? next : edited(state, next)
    },
  }
}

const straightened = ({ x, y }: Point): Point => (Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y })
