// Dragging a guide, from a ruler or on the page; off the page it is removed. Pure.
import { type Axis, guidesOf, isFull, withGuide } from '../document/guides.ts'
import { nearest } from '../document/snap.ts'
import { type EditorState, edited } from '../state.ts'
import { boxesAround, linesAround, reachOf, slack } from './around.ts'
import type { Setting } from './setting.ts'
import type { Gesture, Pointer } from './tool.ts'

/** The gesture that moves or adds a guide. An `index` that does not exist adds one. */
export function guiding(state: EditorState, axis: Axis, index: number, setting: Setting): Gesture {
  const { con } = state.document
  const lines = setting.isSnapping
    ? linesAround(state, boxesAround(state, []), { ...setting, hasGuides: false })[axis]
    : []
  const before = guidesOf(con)[axis][index]
  const placeOf = (pointer: Pointer): number => {
    // A click without a drag does not move the guide.
    if (before !== undefined && Math.abs(pointer[axis] - before) * setting.scale <= slack) return before
    const line = pointer.alt ? undefined : nearest(lines, pointer[axis])
    return line !== undefined && Math.abs(line - pointer[axis]) <= reachOf(setting) ? line : Math.round(pointer[axis])
  }
  const length = axis === 'x' ? con.width : con.height
  const isOff = (pointer: Pointer): boolean => pointer[axis] < 0 || pointer[axis] > length
  return {
    move: (pointer) => ({ guide: { axis, index, at: placeOf(pointer) } }),
    end(pointer) {
      if (isOff(pointer)) {
        if (before === undefined) return state
        return { ...edited(state, { document: withGuide(state.document, { axis, index }, null) }), guide: null }
      }
      if (before === undefined && isFull(con)) return { refused: 'tooManyGuides' }
      const document = withGuide(state.document, { axis, index }, placeOf(pointer))
      return { ...edited(state, { document, selected: [] }), guide: { axis, index } }
    },
  }
}
