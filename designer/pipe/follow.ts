// Pipes follow what they are tied to: after each step the ends of a pipe are at their ports again. Whatever the step was, it is
// found by where ports are now. Pure; what does not change stays the same object.
import type { PageWidget } from '../../contract/page-document.ts'
import { find, isLocked, replaced } from '../document/find.ts'
import { fitted } from '../document/fit.ts'
import { type Box, boxAround, middleOf, type Point, turned } from '../document/geometry.ts'
import { bent } from './bend.ts'
import { cornersOfPipe, isTied, type Tie, throughCorners, tiesOf, withTies } from './pipe.ts'
import { bodyCorners, hasPorts, portsOf, turnedSide } from './ports.ts'
import { type End, route } from './route.ts'

/** Places have one decimal, and corners are shares: nearer than this an end is at its port. */
const slack = 0.5
/** Pipes go around what is so near to them; pixels of the page. */
const reach = 80

/** `loose`: pipes that were themselves moved by hand; they come off where they left a port. `isTyped`: boxes of groups stay. */
type How = { loose?: ReadonlySet<string>; isTyped?: boolean }

/** The widgets after a step. */
export function followed(
  before: readonly PageWidget[],
  after: PageWidget[],
  { loose, isTyped = false }: How = {},
): PageWidget[] {
  const pipes = tiedIn(after)
  if (pipes.length === 0) return after
  const plan = planOf(after)
  const next = new Map<string, PageWidget>()
  for (const pipe of pipes) {
    const now = followedOne(pipe, find(before, pipe.id), plan, loose?.has(pipe.id) ?? false)
    if (now !== pipe) next.set(pipe.id, now)
  }
  if (next.size === 0) return after
  const widgets = replaced(after, new Set(next.keys()), (widget) => next.get(widget.id) ?? widget)
  return isTyped ? widgets : fitted(after, widgets)
}

const tiedInside = new WeakMap<PageWidget, readonly PageWidget[]>()

/** Pipes with a tie, at any depth. */
export function tiedIn(widgets: readonly PageWidget[]): PageWidget[] {
  return widgets.flatMap((widget) => {
    if (!widget.children) return isTied(widget) ? [widget] : []
    const known = tiedInside.get(widget) ?? tiedIn(widget.children)
    tiedInside.set(widget, known)
    return known
  })
}

type Place = { widget: PageWidget; around: readonly PageWidget[] }
type Plan = ReadonlyMap<string, Place>

function planOf(
  widgets: readonly PageWidget[],
  around: readonly PageWidget[] = [],
  plan = new Map<string, Place>(),
): Plan {
  for (const widget of widgets) {
    if (!plan.has(widget.id)) plan.set(widget.id, { widget, around })
    if (widget.children) planOf(widget.children, [...around, widget], plan)
  }
  return plan
}

function followedOne(pipe: PageWidget, before: PageWidget | undefined, plan: Plan, isLoose: boolean): PageWidget {
  const { around } = plan.get(pipe.id)!
  const ties = tiesOf(pipe)
  const corners = cornersOfPipe(pipe)
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const was = isLoose && before ? cornersOfPipe(before) : undefined
  const from = kept(tieNow(ties.from, first, plan, around), first, was?.[0])
  const to = kept(tieNow(ties.to, last, plan, around), last, was?.at(-1))
  const own = markedBent(pipe, before)
  const known = withTiesIfOther(own, { ...tiesOf(own), from: from?.tie, to: to?.tie })
  const isHeld = isLocked(pipe) || around.some(isLocked)
  if (isHeld || (isAt(from, first) && isAt(to, last)) || (!from && !to)) return known
  const ends: [End, End] = [from?.end ?? { at: first }, to?.end ?? { at: last }]
  const bodies = bodiesOf(plan, around, ends, [from?.tie.widget, to?.tie.widget])
  const by = tiesOf(known).bent ? bent(corners, ends, bodies.tied) : undefined
  if (by) return throughCorners(known, by)
  const { bent: _, ...fresh } = tiesOf(known)
  return throughCorners(withTies(known, fresh), route(...ends, [...bodies.tied, ...bodies.others]))
}

/** Off is an end that was itself taken away from its port; `then`: where it was, of a pipe that is moved by hand. */
const kept = (tied: Tied | undefined, now: Point, then: Point | undefined): Tied | undefined =>
  then && !isNear(then, now) && !isAt(tied, now) ? undefined : tied

/** Corners that are others while the ends are where they were: bent by hand. */
function markedBent(pipe: PageWidget, before: PageWidget | undefined): PageWidget {
  const ties = tiesOf(pipe)
  if (!before || before === pipe || ties.bent || before.style?.corners === pipe.style?.corners) return pipe
  const [was, now] = [cornersOfPipe(before), cornersOfPipe(pipe)]
  const isSameEnds = isNear(was[0]!, now[0]!) && isNear(was.at(-1)!, now.at(-1)!)
  return isSameEnds ? withTies(pipe, { ...ties, bent: true }) : pipe
}

function withTiesIfOther(pipe: PageWidget, next: ReturnType<typeof tiesOf>): PageWidget {
  const { from, to } = tiesOf(pipe)
  return isSameTie(from, next.from) && isSameTie(to, next.to) ? pipe : withTies(pipe, next)
}

const isSameTie = (a: Tie | undefined, b: Tie | undefined): boolean => a?.widget === b?.widget && a?.port === b?.port
const isNear = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= slack

type Tied = { tie: Tie; end: End }
const isAt = (tied: Tied | undefined, at: Point): boolean => !tied || isNear(tied.end.at, at)

/** Where the port is now, as the pipe's own group sees it; the nearest one if the symbol became another. */
function tieNow(tie: Tie | undefined, at: Point, plan: Plan, around: readonly PageWidget[]): Tied | undefined {
  const place = tie && plan.get(tie.widget)
  if (!place) return undefined
  const ports = endsOf(place, around)
  const far = ({ end }: (typeof ports)[number]) => Math.hypot(end.at.x - at.x, end.at.y - at.y)
  const found = ports.find(({ name }) => name === tie.port) ?? ports.toSorted((a, b) => far(a) - far(b))[0]
  return found && { tie: found.name === tie.port ? tie : { ...tie, port: found.name }, end: found.end }
}

function endsOf({ widget, around: own }: Place, around: readonly PageWidget[]): { name: string; end: End }[] {
  const turn = rotationOf(own) - rotationOf(around)
  return portsOf(widget).map(({ name, at, side }) => ({
    name,
    end: { at: inward(outward(at, own), around), side: turnedSide(side, turn) },
  }))
}

/** The ports of a widget where they are seen on the page. */
export function portsSeen(widgets: readonly PageWidget[], id: string): { name: string; end: End }[] {
  const place = planOf(widgets).get(id)
  return place ? endsOf(place, []) : []
}

/** A widget with ports, as pipes meet it on the page. `around`: the groups it stands in, the outermost first. */
export type Met = { widget: PageWidget; around: readonly PageWidget[]; ports: { name: string; end: End }[]; body: Box }

/** All that have ports, at any depth. */
export const allMet = (widgets: readonly PageWidget[]): Met[] =>
  [...planOf(widgets).values()].flatMap((place) =>
    hasPorts(place.widget) ? { ...place, ports: endsOf(place, []), body: bodyOf(place, []) } : [],
  )

const bodyOf = ({ widget, around: own }: Place, around: readonly PageWidget[]): Box =>
  boxAround(bodyCorners(widget).map((corner) => inward(outward(corner, own), around)))

const rotationOf = (around: readonly PageWidget[]): number =>
  around.reduce((sum, { position }) => sum + position.rotate, 0)

/** A point of a group where it is seen on the page. */
function outward(point: Point, around: readonly PageWidget[]): Point {
  return around.reduceRight(
    (at, { position }) => turned({ x: at.x + position.x, y: at.y + position.y }, middleOf(position), position.rotate),
    point,
  )
}

/** A point of the page as it is counted in a group. */
function inward(point: Point, around: readonly PageWidget[]): Point {
  return around.reduce((at, { position }) => {
    const back = turned(at, middleOf(position), -position.rotate)
    return { x: back.x - position.x, y: back.y - position.y }
  }, point)
}

/** The bodies of what it is tied to, and of symbols near it, as the pipe's own group sees them. */
function bodiesOf(
  plan: Plan,
  around: readonly PageWidget[],
  [from, to]: readonly [End, End],
  tied: readonly (string | undefined)[],
): { tied: Box[]; others: Box[] } {
  const found: { tied: Box[]; others: Box[] } = { tied: [], others: [] }
  const { x, y, width, height } = boxAround([from.at, to.at])
  const isNearBy = (box: Box) =>
    box.x < x + width + reach &&
    box.x + box.width > x - reach &&
    box.y < y + height + reach &&
    box.y + box.height > y - reach
  for (const [id, place] of plan) {
    if (!hasPorts(place.widget)) continue
    const isOwn = tied.includes(id)
    if (!isOwn && place.widget.widgetType !== 'Symbol') continue
    const body = bodyOf(place, around)
    if (isOwn) found.tied.push(body)
    else if (isNearBy(body)) found.others.push(body)
  }
  return found
}
