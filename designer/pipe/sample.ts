// Pages with pipes for the tests of the designer, and the invariants of pipes.
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'
import type { Context } from '../command/command.ts'
import { commandOf } from '../command/commands.ts'
import { find, groupsAround, isLocked } from '../document/find.ts'
import { seenIn } from '../document/inside.ts'
import type { EditorState } from '../state.ts'
import { partOf } from '../symbol/marks.ts'
import { portsSeen, tiedIn } from './follow.ts'
import { cornersOfPipe, tiesOf } from './pipe.ts'

export const symbol = (id: string, x: number, y: number, more: Partial<PageWidget> = {}): PageWidget => ({
  id,
  widgetType: 'Symbol',
  position: { x, y, width: 48, height: 48, rotate: 0 },
  data: { symbol: 'valve' },
  ...more,
})

/** Runs a command on a state; a copy is put into `clipboard`. */
export function done(
  state: EditorState,
  key: string,
  clipboard: Context['clipboard'] = { text: '', pastes: 0 },
): EditorState {
  const command = commandOf(key)
  const may = command.when(state, { clipboard })
  const outcome = may === true ? command.run(state, { clipboard }) : { refused: may }
  if ('refused' in outcome) throw new Error(`${key}: ${outcome.refused}`)
  if (outcome.copy !== undefined) clipboard.text = outcome.copy
  if (outcome.pastes !== undefined) clipboard.pastes = outcome.pastes
  return outcome.state
}

/**
 * The faults of the pipes on a page: an empty list. The ends of a locked pipe are not checked, because it does not
 * follow.
 */
export function faultsOf({ widgets }: PageDocument, slack = 0.8): string[] {
  return tiedIn(widgets).flatMap((pipe) => {
    const around = groupsAround(widgets, pipe.id)!
    const isHeld = isLocked(pipe) || around.some(isLocked)
    const corners = cornersOfPipe({ ...pipe, position: seenIn(pipe.position, around) })
    const { from, to } = tiesOf(pipe)
    // Corners are percentages of the box with three decimals.
    const reach =
      slack + 2e-5 * Math.max(...[pipe, ...around].flatMap(({ position: { width, height } }) => [width, height]))
    return [[from, corners[0]!] as const, [to, corners.at(-1)!] as const].flatMap(([tie, at]) => {
      if (!tie) return []
      if (!find(widgets, tie.widget)) return [`${pipe.id} is tied to ${tie.widget}, which is not there`]
      const port = portsSeen(widgets, tie.widget).find(({ name }) => name === tie.port)
      if (!port) return [`${pipe.id} is tied to no port: ${tie.widget} ${tie.port}`]
      const far = Math.hypot(port.end.at.x - at.x, port.end.at.y - at.y)
      return isHeld || far <= reach ? [] : [`${pipe.id} is ${far} beside ${tie.widget} ${tie.port}`]
    })
  })
}

/**
 * The attachments between pipes and widgets that a step removed although both still exist. Inside a placed symbol, its
 * drawing decides which pipes are attached.
 */
export function untiedBy(before: PageDocument, after: PageDocument): string[] {
  return tiedIn(before.widgets).flatMap((pipe) => {
    const now = find(after.widgets, pipe.id)
    if (!now) return []
    const [was, is] = [tiesOf(pipe), tiesOf(now)]
    return (['from', 'to'] as const).flatMap((end) => {
      const id = was[end]?.widget
      if (id === undefined || is[end]?.widget === id || portsSeen(after.widgets, id).length === 0) return []
      if (partOf(now) !== undefined && (is[end] || partOf(find(after.widgets, id)!) !== undefined)) return []
      return [`${pipe.id} has lost ${id}`]
    })
  })
}
