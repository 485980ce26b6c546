// Compares the list of alarms with what the PLC has answered: missing, doubled, without a cause, in a wrong state, out of
// order; and what accounts were told with the list. Pure.
//
// A fault that was answered in one or several readings without a break, at least one of them not so soon before a kill of the
// agent that it may never have been judged, is one occurrence of its rule: raised by one of these readings, cleared once the
// PLC answers otherwise, active if it never does. A fault of which no answer tells, because it came and went while the agent
// was dead, is not seen and not demanded. Of one device one fault of a track is over before the next is raised.
import type { Faults } from './plc.ts'

export type Track = keyof Faults
type Answer = Faults & { at: number }

/** A device that the gateway served. */
export type Term = {
  equipmentId: number
  /** The rule for each fault. */
  ruleIdOf(track: Track, fault: number): number | undefined
  /** The device was bound, and the gateway certainly ran its configuration. */
  boundAt: number
  from: number
  /** The device was unbound, and the gateway certainly no longer ran its configuration; Infinity: it still does. */
  until: number
  endsAt: number
}

export type AlarmLedger = {
  sn: string
  /** The answers of the PLC in order; the answer at index 0 contains the number 1. */
  answers: readonly Answer[]
  /** The times at which the agent was killed. */
  kills: readonly number[]
  terms: readonly Term[]
  /** Numbers of readings whose events were lost with their disk. */
  lost: ReadonlySet<number>
  /** A disk too small for an outage drops events: only the final state is required, and no alarm without a cause. */
  hasSmallDisk: boolean
}

export type FoundAlarm = {
  id: number
  equipmentId: number
  ruleId: number
  /** The reading that raised it; null: the gateway reported only that it is active. */
  n: number | null
  raisedAt: number
  clearedAt: number | null
  state: string
}

export type AlarmVerdict = {
  sn: string
  demanded: number
  found: number
  missing: string[]
  doubled: string[]
  causeless: string[]
  wrongState: string[]
  disordered: string[]
}

/** An agent that is killed this soon after an answer may not have evaluated it. */
const unjudgedMs = 1500
/** Events in transit when a gateway is bound elsewhere arrive after the platform has ended its active alarms. */
const underWayMs = 15_000
/** Number of readings after the end of a fault that may report this end, if the first of them were lost in a kill. */
const endingReadings = 50

/** A fault without a break: from one reading to another. */
type Episode = { track: Track; fault: number; first: number; last: number; isLast: boolean }

/** All faults in the order of their numbers. */
export function episodesOf(answers: readonly Answer[], track: Track): Episode[] {
  const episodes: Episode[] = []
  for (const [index, { [track]: fault }] of answers.entries()) {
    if (fault === 0) continue
    const n = index + 1
    const open = episodes.at(-1)
    if (open?.last === n - 1 && open.fault === fault) open.last = n
    else episodes.push({ track, fault, first: n, last: n, isLast: false })
  }
  return episodes.map((episode) => ({ ...episode, isLast: episode.last === answers.length }))
}

const nameOf = ({ track, fault, first, last }: Episode) => `${track} ${fault} of readings ${first} to ${last}`

export function alarmVerdictOf(ledger: AlarmLedger, found: readonly FoundAlarm[]): AlarmVerdict {
  const { sn, terms } = ledger
  const verdict: AlarmVerdict = {
    ...{ sn, demanded: 0, found: found.length },
    ...{ missing: [], doubled: [], causeless: [], wrongState: [], disordered: [] },
  }
  const explained = new Set<FoundAlarm>()
  for (const term of terms)
    for (const track of ['wave', 'slow'] as const) {
      const matched = episodesOf(ledger.answers, track).map((episode) => {
        const own = occurrencesOf(ledger, term, episode, found)
        for (const alarm of own) explained.add(alarm)
        return { episode, own }
      })
      for (const { episode, own } of matched) judge(ledger, term, episode, own, verdict)
      verdict.disordered.push(...disorderOf(ledger, term, matched))
    }
  for (const alarm of found) {
    if (!explained.has(alarm)) verdict.causeless.push(`alarm ${alarm.id} of rule ${alarm.ruleId} by reading ${alarm.n}`)
  }
  return verdict
}

/** Alarms of the rule of an episode that one of its readings raised, while the device was served. */
function occurrencesOf({ answers }: AlarmLedger, term: Term, episode: Episode, found: readonly FoundAlarm[]) {
  const ruleId = term.ruleIdOf(episode.track, episode.fault)
  const at = (n: number) => answers[n - 1]!.at
  return found.filter((alarm) => {
    if (alarm.equipmentId !== term.equipmentId || alarm.ruleId !== ruleId) return false
    // An alarm of which only its existence is known belongs to the last episode before it was raised.
    if (alarm.n === null) return at(episode.first) <= alarm.raisedAt && !isFollowed(answers, episode, alarm.raisedAt)
    const isOfEpisode = alarm.n >= episode.first && alarm.n <= episode.last
    return isOfEpisode && at(alarm.n) >= term.boundAt && at(alarm.n) <= term.endsAt
  })
}

const isFollowed = (answers: readonly Answer[], { track, fault, last }: Episode, before: number) =>
  answers.some(({ at, [track]: told }, index) => index >= last && told === fault && at <= before)

function judge(ledger: AlarmLedger, term: Term, episode: Episode, own: FoundAlarm[], verdict: AlarmVerdict): void {
  const { answers, kills, lost, hasSmallDisk } = ledger
  const isLatestTerm = term === ledger.terms.at(-1)
  const stands = episode.isLast && isLatestTerm
  const numbers = Array.from({ length: episode.last - episode.first + 1 }, (_, index) => episode.first + index)
  const isSure = (n: number) => {
    const { at } = answers[n - 1]!
    if (at < term.from || at >= term.until) return false
    return !kills.some((killed) => at >= killed - unjudgedMs && at <= killed)
  }
  const isExcused = !stands && (hasSmallDisk || numbers.some((n) => lost.has(n)))
  const isDemanded = numbers.some(isSure) && !isExcused
  const name = `${nameOf(episode)} on device ${term.equipmentId}`
  if (isDemanded) verdict.demanded += 1
  if (isDemanded && own.length === 0) verdict.missing.push(name)
  if (own.length > 1) verdict.doubled.push(name)
  for (const { id, state, clearedAt, raisedAt } of own) {
    const isActive = state === 'active' && clearedAt === null
    const isCleared = state === 'cleared' && clearedAt !== null && clearedAt >= raisedAt
    if (!(stands ? isActive : isCleared)) verdict.wrongState.push(`${name}: alarm ${id} is ${state}`)
  }
}

type Matched = { episode: Episode; own: FoundAlarm[] }

function disorderOf({ answers, lost, hasSmallDisk }: AlarmLedger, term: Term, matched: readonly Matched[]): string[] {
  if (hasSmallDisk) return []
  const told = matched.filter(({ episode, own }) => {
    const isUnderWay = answers[episode.last - 1]!.at > term.until - underWayMs
    const around = Array.from({ length: episode.last - episode.first + endingReadings }, (_, i) => episode.first + i)
    return own.length === 1 && own[0]!.n !== null && !isUnderWay && !around.some((n) => lost.has(n))
  })
  return told.flatMap(({ episode, own: [alarm] }, index) => {
    const next = told[index + 1]?.own[0]
    const isOrdered = !next || (alarm!.clearedAt ?? Number.POSITIVE_INFINITY) <= next.raisedAt
    return isOrdered
      ? []
      : [`${nameOf(episode)} was cleared at ${alarm!.clearedAt}, the next raised at ${next.raisedAt}`]
  })
}

export const isAlarmsClean = (verdict: AlarmVerdict): boolean =>
  [verdict.missing, verdict.doubled, verdict.causeless, verdict.wrongState, verdict.disordered].flat().length === 0

/** A message about an alarm, and how many it represents. */
export type FoundMessage = { alarmId: number; count: number }

/**
 * Faults in the messages of an account: each notified alarm must be in exactly one of them. `alarms`: those that notify
 * every account.
 */
export function messageFaults(who: string, messages: readonly FoundMessage[], alarms: ReadonlySet<number>): string[] {
  const seen = new Set<number>()
  const faults: string[] = []
  for (const { alarmId } of messages) {
    if (!alarms.has(alarmId)) faults.push(`${who} is told of ${alarmId}, which is not in the list`)
    if (seen.has(alarmId)) faults.push(`${who} is told of ${alarmId} twice`)
    seen.add(alarmId)
  }
  const told = messages.reduce((sum, { count }) => sum + count, 0)
  if (told !== alarms.size) faults.push(`${who} is told of ${told} alarms of ${alarms.size}`)
  return faults
}
