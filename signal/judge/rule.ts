// One alarm rule as a state machine, driven by readings and time: decides when its alarm is raised and cleared. Pure,
// but for its state, which is plain data. Rules as in contract/gateway-config `GatewayRule`.
// [DESIGN 3, 9 Value and quality]
//
// While the condition is unknown nothing changes: an alarm stays active or inactive, and a delay continues, but it ends
// only when the condition is known.
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'
import { compileFormula, type Formula, holds, isFormula } from '../../core/formula.ts'
import { isPlace, metresOutside } from '../../core/geo.ts'
import type { Reading } from '../store/reading.ts'
import { createMovement, type MovementState } from './movement.ts'

/** An alarm was raised or cleared, at `at` ms of the clock that drives the rules; `alarm` identifies the occurrence. */
export type AlarmEvent = {
  ruleId: number
  alarm: string
  kind: 'raised' | 'cleared'
  at: number
  /** The good values of the variables that the rule reports. */
  values: [signalId: number, value: Value | null][]
}

/** Plain data. `alarm`: the active occurrence. `since`: when the delay towards the next change started, or null. */
type JudgedState = { alarm: string | null; since: number | null; movement: MovementState }

/** The state of a rule without an alarm. */
export const newJudgedState = (): JudgedState => ({ alarm: null, since: null, movement: { past: [], standing: null } })

/** Gives a rule access to readings, and receives its events. */
export type JudgeContext = {
  equipmentId: number
  read(signalId: number): Reading | undefined
  /** Generates the id of a new occurrence. */
  draw(): string
  tell(event: AlarmEvent): void
}

export type JudgedRule = {
  id: number
  /** The variables of the rule's condition. */
  signalIds: ReadonlySet<number>
  /** Called after a reading of one of the rule's variables, or by the timer. */
  look(now: number): void
  /** When `look` must be called without a reading; infinity: only after one. */
  nextAt(): number
  /** The active occurrence, or null. */
  alarm(): string | null
  /** The rule is removed: clears an active alarm. */
  end(now: number): void
  /** Earlier values are unknown (the box slept): delays start again. */
  forget(): void
}

/** Throws if the rule cannot run; `ruleProblem` returns the reason. */
export function createJudgedRule(rule: GatewayRule, context: JudgeContext, state = newJudgedState()): JudgedRule {
  const { id, onMs = 0, offMs = 0, tell: told = [] } = rule
  const condition = conditionOf(rule, context, state)
  /** The condition is unknown: the next reading decides, not the clock. */
  let isUnclear = false

  function tell(kind: AlarmEvent['kind'], alarm: string, at: number): void {
    const values = told.flatMap((signalId): AlarmEvent['values'] => {
      const reading = context.read(signalId)
      return reading?.code === good ? [[signalId, reading.value]] : []
    })
    context.tell({ ruleId: id, alarm, kind, at, values })
  }

  function turn(now: number): void {
    state.since = null
    const { alarm } = state
    state.alarm = alarm === null ? context.draw() : null
    tell(alarm === null ? 'raised' : 'cleared', alarm ?? state.alarm!, now)
  }

  const delayMs = () => (state.alarm === null ? onMs : offMs)

  return {
    id,
    signalIds: condition.signalIds,
    look(now) {
      const isHeld = condition.holds(state.alarm !== null, now)
      isUnclear = isHeld === undefined
      if (isHeld === undefined) return
      if (isHeld === (state.alarm !== null)) state.since = null
      else {
        state.since ??= now
        if (now - state.since >= delayMs()) turn(now)
      }
    },
    nextAt() {
      if (isUnclear) return Number.POSITIVE_INFINITY
      return state.since === null ? condition.nextAt() : Math.min(state.since + delayMs(), condition.nextAt())
    },
    alarm: () => state.alarm,
    end(now) {
      if (state.alarm !== null) turn(now)
    },
    forget() {
      state.since = null
      condition.forget()
    },
  }
}

type Condition = {
  signalIds: ReadonlySet<number>
  /** Whether the condition holds; undefined if unknown. */
  holds(isStanding: boolean, now: number): boolean | undefined
  nextAt(): number
  forget(): void
}

const compiled = (text: string) => compileFormula(text, { maxLength: limits.formulaLength })

function formulaOf(text: string): Formula {
  const formula = compiled(text)
  if (isFormula(formula)) return formula
  throw new Error(`its condition is wrong at character ${formula.fault.at}`)
}

function byFormula({ raise, stay }: GatewayRule, { equipmentId, read }: JudgeContext): Condition {
  const raises = formulaOf(raise ?? '')
  const keeps = stay === undefined ? raises : formulaOf(stay)
  const signalIds = new Set([...raises.references, ...keeps.references].map(({ signalId }) => signalId))
  return {
    signalIds,
    holds: (isStanding) =>
      holds(isStanding ? keeps : raises, (one) => (one.equipmentId === equipmentId ? read(one.signalId) : undefined)),
    nextAt: () => Number.POSITIVE_INFINITY,
    forget: () => undefined,
  }
}

function conditionOf(rule: GatewayRule, context: JudgeContext, state: JudgedState): Condition {
  if (rule.rate) return byMovement(rule.rate, context, state.movement)
  return rule.fence ? byPlace(rule.fence, context) : byFormula(rule, context)
}

/** A geofence. Without a fix of the receiver its condition is unknown. */
function byPlace(fence: NonNullable<GatewayRule['fence']>, { read }: JudgeContext): Condition {
  const { longitudeId, latitudeId, is, area, marginM = 0 } = fence
  const degrees = (signalId: number): number => {
    const reading = read(signalId)
    return reading?.code === good && typeof reading.value === 'number' ? reading.value : Number.NaN
  }
  return {
    signalIds: new Set([longitudeId, latitudeId]),
    holds(isStanding) {
      const [longitude, latitude] = [degrees(longitudeId), degrees(latitudeId)]
      if (!isPlace(longitude, latitude)) return undefined
      const beyondM = metresOutside(area, { longitude, latitude }) * (is === 'outside' ? 1 : -1)
      return beyondM > (isStanding ? -marginM : 0)
    },
    nextAt: () => Number.POSITIVE_INFINITY,
    forget: () => undefined,
  }
}

function byMovement(
  { signalId, change, overMs }: NonNullable<GatewayRule['rate']>,
  { read }: JudgeContext,
  state: MovementState,
): Condition {
  const movement = createMovement(change > 0 ? 1 : -1, overMs, state)
  const most = Math.abs(change)
  let seenAt = Number.NEGATIVE_INFINITY
  let seen = Number.NaN
  let isBeyond = false
  return {
    signalIds: new Set([signalId]),
    holds(_, now) {
      const reading = read(signalId)
      const value = reading?.code === good ? Number(reading.value) : Number.NaN
      if (!reading || !Number.isFinite(value)) {
        // A change that happened without readings does not count as a movement.
        movement.forget()
        seenAt = Number.NEGATIVE_INFINITY
        return undefined
      }
      // A calculated value may change twice in one moment.
      if (reading.at > seenAt || value !== seen) movement.take(value, now)
      seenAt = reading.at
      seen = value
      const size = movement.size(now)
      isBeyond = size !== undefined && size > most
      return isBeyond
    },
    nextAt: () => (isBeyond ? movement.nextAt() : Number.POSITIVE_INFINITY),
    forget: movement.forget,
  }
}

/** All variables that a rule evaluates or reports; a rule with an invalid condition has none. */
export function signalsOf({ raise, stay, rate, fence, tell = [] }: GatewayRule): number[] {
  const formulas = [raise, stay].flatMap((text) => (text === undefined ? [] : [compiled(text)])).filter(isFormula)
  const looked = formulas.flatMap(({ references }) => references.map(({ signalId }) => signalId))
  return [...new Set([...looked, ...(rate ? [rate.signalId] : []), ...placeOf(fence), ...tell])]
}

const placeOf = (fence: GatewayRule['fence']): number[] => (fence ? [fence.longitudeId, fence.latitudeId] : [])

/** Why a rule cannot run on a device with these readable variables, or nothing. */
export function ruleProblem(rule: GatewayRule, equipmentId: number, readable: ReadonlySet<number>): string | undefined {
  if ([rule.raise, rule.rate, rule.fence].filter((each) => each !== undefined).length !== 1)
    return 'it has no condition, or two'
  if (rule.rate || rule.fence) {
    const missing = [...(rule.rate ? [rule.rate.signalId] : []), ...placeOf(rule.fence)].find((id) => !readable.has(id))
    return missing === undefined ? undefined : `there is no variable ${missing} to read`
  }
  for (const text of [rule.raise!, ...(rule.stay === undefined ? [] : [rule.stay])]) {
    const formula = compiled(text)
    if (!isFormula(formula)) return `the condition is wrong at character ${formula.fault.at}: ${formula.fault.reason}`
    for (const reference of formula.references) {
      if (reference.equipmentId !== equipmentId) return 'the condition names a variable of another device'
      if (!readable.has(reference.signalId)) return `there is no variable ${reference.signalId} to read`
    }
  }
  return undefined
}
