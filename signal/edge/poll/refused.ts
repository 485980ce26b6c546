// One bad address makes its whole block fail. A refused block is therefore halved until each bad address is isolated.
// Bad addresses are retried every few seconds; good neighbours are joined again, tried at growing intervals. A device
// that refuses everything for a while (its program restarts) is not queried address by address.
import type { Point } from '../../../drivers/driver.ts'
import type { Origin, Task, Unit } from './task.ts'

const joinFirstMs = 5000
const joinMaxMs = 600_000
// Blocks of at most this many points are always checked point by point.
const fewPoints = 4
// The first rounds check samples of the points; after them, each round that is a power of two checks every point: after
// 32 s, 64 s, 128 s …
const sampledRounds = 8

export const newOrigin = (): Origin => ({
  held: [],
  isLastLook: false,
  rounds: 0,
  isAnswered: false,
  isWhole: true,
  joinAt: 0,
  joinMs: joinFirstMs,
})

type Context = { now: number; random: () => number; retryMs: number }

/** Returns the points that count as refused for now; none while the bad ones among them are still being isolated. */
export function onRefused(task: Task, context: Context): readonly Point[] {
  const { unit, origin } = task
  if (task.parts) {
    leaveTrial(task, task.parts, context.now)
    return []
  }
  if (pointsOf(task).length > 1) {
    halve(task, context)
    return []
  }
  const refused = [task, ...nextLook(origin, context.now)]
  for (const each of refused) Object.assign(each, { state: 'refused', dueAt: context.now + context.retryMs })
  if (!isBeingHalved(origin, unit)) {
    origin.rounds++
    joinNeighbours(origin, unit, 'refused')
  }
  return refused.flatMap(pointsOf)
}

/** The task was answered: held tasks continue, and good neighbours are joined if it is time. */
export function onAnswered(task: Task, now: number): void {
  const { unit, origin } = task
  origin.isAnswered = true
  if (task.state !== 'good') origin.rounds = 0
  // A bad address has become good: the whole block may be good too.
  if (task.state === 'refused') Object.assign(origin, { joinAt: now, joinMs: joinFirstMs })
  task.state = 'good'
  task.parts = undefined
  release(origin, now)
  if (origin.isWhole) return
  origin.isWhole = own(origin, unit).length === 1
  if (origin.isWhole || now < origin.joinAt || isBeingHalved(origin, unit)) return
  origin.joinAt = now + origin.joinMs
  joinNeighbours(origin, unit, 'good')
}

/** Schedules the tasks that waited for the result of a halving. */
export function release(origin: Origin, now: number): void {
  origin.isLastLook = false
  for (const each of origin.held.splice(0)) Object.assign(each, { state: 'new', dueAt: now })
}

const pointsOf = ({ block }: Task): Point[] => block.points.map(({ point }) => point)
const own = (origin: Origin, unit: Unit): Task[] => unit.tasks.filter((task) => task.origin === origin)
const isBeingHalved = (origin: Origin, unit: Unit): boolean =>
  own(origin, unit).some(({ state }) => state === 'new' || state === 'held')

/** Ends a failed trial: the parts are read separately again, and the next trial is later. */
function leaveTrial(task: Task, parts: readonly Task[], now: number): void {
  const { unit, origin } = task
  for (const part of parts) part.dueAt = now
  unit.tasks.splice(unit.tasks.indexOf(task), 1, ...parts)
  origin.joinMs = Math.min(joinMaxMs, origin.joinMs * 2)
  origin.joinAt = now + origin.joinMs
}

/**
 * After a refused single point, checks one neighbour on hold too; if that is refused as well, all points on hold count
 * as refused.
 */
function nextLook(origin: Origin, now: number): Task[] {
  if (origin.isLastLook) {
    origin.isLastLook = false
    return origin.held.splice(0)
  }
  const neighbour = origin.held.pop()
  if (neighbour) Object.assign(neighbour, { state: 'new', dueAt: now })
  origin.isLastLook = origin.held.length > 0
  return []
}

/** Splits the block. Thorough: both halves are read; else one, and the other waits until a good point is found. */
function halve(task: Task, { now, random }: Context): void {
  const { unit, origin } = task
  const points = pointsOf(task)
  const middle = points.length >> 1
  const isThorough = task.state === 'new' ? task.isThorough : mayLookAtEach(origin, points.length)
  const halves = [points.slice(0, middle), points.slice(middle)]
  const tasks = halves
    .flatMap((half) => unit.checked.about.plan(half, unit.checked.params))
    .map(
      (block): Task => ({
        ...task,
        block,
        state: 'new',
        dueAt: task.state === 'refused' ? now : task.dueAt,
        isThorough,
      }),
    )
  unit.tasks.splice(unit.tasks.indexOf(task), 1, ...tasks)
  if (origin.isWhole) Object.assign(origin, { isWhole: false, joinMs: joinFirstMs })
  origin.joinAt = Math.max(origin.joinAt, now + origin.joinMs)
  if (isThorough) return
  const first = random() < 0.5 ? tasks[0] : tasks.at(-1)
  const others = tasks.filter((each) => each !== first)
  for (const each of others) Object.assign(each, { state: 'held', dueAt: Number.POSITIVE_INFINITY })
  origin.held.push(...others)
}

function mayLookAtEach({ isAnswered, rounds }: Origin, points: number): boolean {
  if (points <= fewPoints) return true
  return rounds === 0 ? !isAnswered : rounds >= sampledRounds && Number.isInteger(Math.log2(rounds))
}

/**
 * Joins runs of neighbours in the given state into one task each. Joined good neighbours are on trial: their previous
 * tasks are remembered.
 */
function joinNeighbours(origin: Origin, unit: Unit, state: 'good' | 'refused'): void {
  for (const run of runsOf(own(origin, unit), state)) {
    const [block, ...more] = unit.checked.about.plan(run.flatMap(pointsOf), unit.checked.params)
    if (!block || more.length > 0) continue
    const dueAt = Math.min(...run.map((each) => each.dueAt))
    const parts = state === 'good' ? run : undefined
    unit.tasks.splice(unit.tasks.indexOf(run[0]!), run.length, { ...run[0]!, block, dueAt, attempts: 0, parts })
  }
  origin.isWhole = own(origin, unit).length === 1 && state === 'refused'
}

/** Runs of at least two neighbours in this state. */
function runsOf(tasks: readonly Task[], state: Task['state']): Task[][] {
  const runs: Task[][] = [[]]
  for (const task of tasks) {
    if (task.state === state) runs.at(-1)!.push(task)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}
