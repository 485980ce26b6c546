// A page in the past: the version that was current at the shown time, with the values stored then. Decision 30.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { call } from '../../../contract/call.ts'
import type { PageId } from '../../../contract/fields.ts'
import type { ReplaySource, ReplayWindow } from '../../../signal/web/replay.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { usePastBy } from '../../watch/open/playback-past.tsx'
import { replayProject } from '../../watch/playback/contract.ts'
import type { Page } from '../page/contract.ts'
import type { PageParams } from '../page/part-params.ts'
import { type PastPage, pastPage } from './contract.ts'

/** Cells of intermediate variables have negative numbers, since both kinds are numbered separately. */
export const cellOfMvar = (mvarId: number): number => -mvarId

export type PagePast = {
  source: ReplaySource
  /** The version of the page at the shown time; null until loaded. */
  shown: PastPage | null
  /** The reason why the version could not be loaded. */
  fault: unknown
  /** Maximum age of a stored value, ms; null: valid until the next one. */
  gapOf(signalId: number): number | null
  /** Number of variables on the page that no report stores. */
  unstored: number
}

/** The replay of the page on the screen, which embedded pages follow. */
export const PastLeader = createContext<ReplaySource | null>(null)

/** The requested variables of every version shown so far, so that returning to one loads nothing again. */
type Asked = { signals: Set<number>; mvars: Set<number>; gaps: Map<number, number> }

const againMs = 3000

export function usePagePast(page: Page, params: PageParams): PagePast | null {
  const { id, content } = page
  const asked = useRef<Asked>({
    signals: new Set(content.bind.signals),
    mvars: new Set(content.bind.mvars),
    gaps: new Map(),
  })
  const [unstored, setUnstored] = useState<ReadonlySet<number>>(new Set())
  const load = useCallback(
    async (from: number, to: number, signal: AbortSignal): Promise<ReplayWindow> => {
      const { signals, mvars, gaps } = asked.current
      const wanted = { dataSignal: [...signals].join(), dataMvar: [...mvars].join() }
      const answer = await call(replayProject, { pageId: id, from, to, ...wanted }, { signal })
      for (const [signalId, gapMs] of answer.gaps) gaps.set(signalId, gapMs)
      const { signalIds, mvarIds } = answer.unstored
      setUnstored(new Set([...signalIds, ...mvarIds.map(cellOfMvar)]))
      return windowOf(answer)
    },
    [id],
  )
  const source = usePastBy(load)
  const leader = useContext(PastLeader)
  useEffect(() => (source && leader ? source.follow(leader) : undefined), [source, leader])
  const { shown, fault } = useVersion(id, params, source)
  useEffect(() => {
    const bind = shown?.page?.content.bind
    if (!source || !bind) return
    const { signals, mvars } = asked.current
    const before = signals.size + mvars.size
    for (const each of bind.signals) signals.add(each)
    for (const each of bind.mvars) mvars.add(each)
    if (signals.size + mvars.size > before) source.renew()
  }, [source, shown])
  return useMemo(
    () =>
      source && {
        ...{ source, shown, fault },
        gapOf: (signalId) => asked.current.gaps.get(signalId) ?? null,
        unstored: unstoredOn(shown, unstored),
      },
    [source, shown, fault, unstored],
  )
}

function unstoredOn(shown: PastPage | null, unstored: ReadonlySet<number>): number {
  const bind = shown?.page?.content.bind
  if (!bind) return 0
  return [...bind.signals, ...bind.mvars.map(cellOfMvar)].filter((each) => unstored.has(each)).length
}

type Answer = Awaited<ReturnType<typeof call<typeof replayProject>>>

/** Joins variables and calculated values into one window. */
export function windowOf({
  mvars,
  ...answer
}: Pick<Answer, 'from' | 'to' | 'start' | 'times' | 'ids' | 'values' | 'codes' | 'mvars'>): ReplayWindow {
  const started = (some: Answer['start'], idOf: (id: number) => number) =>
    some.map(({ id, ...reading }) => ({ signalId: idOf(id), ...reading }))
  const codesOf = (some: { codes: number[] | null; ids: number[] }) => some.codes ?? some.ids.map(() => 200)
  return {
    ...{ from: answer.from, to: answer.to },
    start: [...started(answer.start, Number), ...started(mvars.start, cellOfMvar)],
    times: [...answer.times, ...mvars.times],
    ids: [...answer.ids, ...mvars.ids.map(cellOfMvar)],
    values: [...answer.values, ...mvars.values],
    codes: [...codesOf(answer), ...codesOf(mvars)],
  }
}

/** True if this version of the page was current at that time. */
const stoodAt = ({ page, savedAt, scenesAt = savedAt, until }: PastPage, at: number): boolean =>
  page === null ? at < savedAt : scenesAt <= at && (until === null || at < until)

const nothing = () => () => undefined

/** The key of the address that draws the first version for times before the page existed. */
const firstOnly = { drawn: 'first' } as const

/** Returns a function that makes the page draw its first version for times before the page existed. */
export function useFirstVersion(): () => void {
  const { path, search, go } = usePlace()
  return () => go(withSearch(path, { ...search, ...firstOnly }), { replace: true })
}

/** The version to show at a time, or the time to request if that version is not loaded. */
export function wantedAt(known: readonly PastPage[], at: number, isFirstDrawn: boolean): PastPage | number {
  const stood = known.find((each) => stoodAt(each, at))
  if (stood?.page !== null || !isFirstDrawn) return stood ?? at
  const { savedAt } = stood
  return known.find((each) => each.page !== null && stoodAt(each, savedAt)) ?? savedAt
}

/** The version at the shown time, loaded when needed. */
function useVersion(id: PageId, params: PageParams, source: ReplaySource | null) {
  const [known, setKnown] = useState<readonly PastPage[]>([])
  const [fault, setFault] = useState<unknown>(null)
  const isFirstDrawn = usePlace().search.drawn === firstOnly.drawn
  const find = () => {
    const state = source?.read()
    const at = state?.wanted ?? state?.at
    if (at == null) return null
    const wanted = wantedAt(known, at, isFirstDrawn)
    // A constant, so that passing moments do not each start a request.
    return typeof wanted === 'number' ? 'missing' : wanted
  }
  const found = useSyncExternalStore(source?.watch ?? nothing, find, find)
  const last = useRef<PastPage | null>(null)
  if (!source) last.current = null
  else if (found !== null && found !== 'missing') last.current = found
  useEffect(() => {
    const state = source?.read()
    const moment = state?.wanted ?? state?.at
    if (moment == null || found !== 'missing') return undefined
    const at = wantedAt(known, moment, isFirstDrawn)
    if (typeof at !== 'number') return undefined
    const ending = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    call(pastPage, { id, at: Math.round(at), params }, { signal: ending.signal }).then(
      (answer) => {
        setFault(null)
        setKnown((before) => [...before, answer])
      },
      (error: unknown) => {
        if (ending.signal.aborted) return
        setFault(error)
        again = setTimeout(() => setKnown((before) => [...before]), againMs)
      },
    )
    return () => {
      ending.abort()
      clearTimeout(again)
    }
  }, [id, params, source, found, known, isFirstDrawn])
  return { shown: last.current, fault: found === 'missing' ? fault : null }
}
