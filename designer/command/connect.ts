// Connects two widgets by a pipe, between the pair of free ports that are closest and face each other. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { excess, freeId } from '../document/clipboard.ts'
import { find, idsIn } from '../document/find.ts'
import { portsSeen, tiedIn } from '../pipe/follow.ts'
import { pipeType, tiesOf } from '../pipe/pipe.ts'
import { hasPorts } from '../pipe/ports.ts'
import { type End, stepOf } from '../pipe/route.ts'
import { type EditorState, withWidgets } from '../state.ts'
import type { Outcome, Refusal } from './command.ts'

const joinable = ({ document, selected }: EditorState): PageWidget[] =>
  selected.flatMap((id) => find(document.widgets, id) ?? []).filter(hasPorts)

export const mayConnect = (state: EditorState): true | Refusal =>
  (state.selected.length === 2 && joinable(state).length === 2) || 'needsTwoPorts'

/** The default width of a pipe. */
const width = 3.5

export function connect(state: EditorState): Outcome {
  const { widgets } = state.document
  const [first, second] = joinable(state)
  if (!first || !second) return { refused: 'needsTwoPorts' }
  const best = nearestPair(freePorts(widgets, first.id), freePorts(widgets, second.id))
  if (!best) return { refused: 'noFreePort' }
  const [from, to] = best
  const { x, y } = from.end.at
  const pipe: PageWidget = {
    ...{ id: freeId(new Set(idsIn(widgets))), widgetType: pipeType, version: 1 },
    position: { x, y, width: 0, height: 0, rotate: 0 },
    style: { corners: '0,0 0,0', strokeWidth: width },
    pipe: { from: { widget: first.id, port: from.name }, to: { widget: second.id, port: to.name } },
  }
  const all = [...widgets, pipe]
  const refused = excess(all)
  return refused ? { refused } : { state: withWidgets(state, all, { selected: [pipe.id] }) }
}

type Named = { name: string; end: End }

/** Ports of a widget without a pipe. */
function freePorts(widgets: readonly PageWidget[], id: string): Named[] {
  const ties = tiedIn(widgets).flatMap((pipe) => [tiesOf(pipe).from, tiesOf(pipe).to])
  const taken = new Set(ties.flatMap((tie) => (tie?.widget === id ? [tie.port] : [])))
  return portsSeen(widgets, id).filter(({ name }) => !taken.has(name))
}

function nearestPair(first: readonly Named[], second: readonly Named[]): readonly [Named, Named] | undefined {
  const pairs = first.flatMap((from) => second.map((to) => [from, to] as const))
  return pairs.toSorted((a, b) => wayBetween(a) - wayBetween(b))[0]
}

/** Extra distance for a port that faces away from the other. */
const lookingAway = 200

function wayBetween([{ end: from }, { end: to }]: readonly [Named, Named]): number {
  const [dx, dy] = [to.at.x - from.at.x, to.at.y - from.at.y]
  const isAway = ({ side }: End, x: number, y: number) =>
    side !== undefined && stepOf(side).x * x + stepOf(side).y * y < 0
  return Math.abs(dx) + Math.abs(dy) + lookingAway * (Number(isAway(from, dx, dy)) + Number(isAway(to, -dx, -dy)))
}
