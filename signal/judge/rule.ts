// When an alarm is raised and cleared: one rule as a state machine, told what was read and what time it is. Pure, but for
// its state, which is plain data. Rules as in contract/gateway-config `GatewayRule`. [DESIGN 3, 9 Value and quality]
//
// While nobody can tell whether the condition holds, nothing changes: an alarm stands or does not, a delay runs on, but it
// ends only when the condition is known.
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'
import { compileFormula, type Formula, holds, isFormula } from '../../core/formula.ts'
import { isPlace, metresOutside } from '../../core/geo.ts'
import type { Reading } from '../store/reading.ts'
import { createMovement, type MovementState } from './movement.ts'

/** What happened, at `at` ms of the clock by which the rules run; `alarm` names the occurrence. */
export type AlarmEvent = {
  ruleId: number
  alarm: string
  kind: 'raised' | 'cleared'
  at: number
  /** Of the variables that the rule tells, the good ones. */
  values: [signalId: number, value: Value | null][]
}

/** Plain data. `since`: when what would change the alarm began, null: nothing would. */
export type JudgedState = { alarm: string | null; since: number | null; movement: MovementState }

export const untouched = (): JudgedState => ({ alarm: null, since: null, movement: { past: [], standing: null } })

export type JudgeContext = {
  equipmentId: number
  read(signalId: number): Reading | undefined
  /** A name for a new occurrence. */
  draw(): string
  tell(event: AlarmEvent): void
}

export type JudgedRule = {
  id: number
  /** Readings of these are wanted. */
  signalIds: ReadonlySet<number>
  /** Something of its variables was read, or time has passed. */
  look(now: number): void
  /** When a look is wanted though nothing is read; Infinity: not before something is. */
  nextAt(): number
  /** The occurrence that stands, or null. */
  alarm(): string | null
  /** The rule goes: what stands is over. */
  end(now: number): void
  /** Nobody knows what was meanwhile (the box slept): delays begin anew. */
  forget(): void
}

/** Throws where the rule cannot run: `ruleProblem` says why. */
export function createJudgedRule(rule: GatewayRule, context: JudgeContext, state = untouched()): JudgedRule {
  const { id, onMs = 0, offMs = 0, tell: told = [] } = rule
  const condition = conditionOf(rule, context, state)
  /** Nobody can tell: the next reading decides, not the clock. */
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
  /** Undefined: nobody can tell. */
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

/** A receiver without a fix is nowhere: nobody can tell. */
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
        // What it did unseen is no movement.
        movement.forget()
        seenAt = Number.NEGATIVE_INFINITY
        return undefined
      }
      // A value that is calculated from several may change twice in one moment.
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

/** Variables that a rule looks at or tells; of a condition that is wrong none. */
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
