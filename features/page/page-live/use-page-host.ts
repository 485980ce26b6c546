// The services of a running page for its widgets: clicks, writes, momentary keys, data of other rooms, embedded pages.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { signalOf } from '../../../contract/page-document.ts'
import type { Value } from '../../../core/data-type.ts'
import { useMay } from '../../../ui/me.ts'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Bound } from '../../../widgets/binds.ts'
import type { Click } from '../../../widgets/host/click-event.ts'
import type { Explaining, PageHost, WriteEnd } from '../../../widgets/host/page-host.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import type { WriteWay } from '../../device/open/command-way.ts'
import { canExplain } from '../../device/open/live-can-explain.ts'
import { refusalNow } from '../../device/open/live-refusal.ts'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { usePastWords } from '../../watch/open/playback-past.tsx'
import { filled as filledBy, type PageParams, paramsIn } from '../page/part-params.ts'
import { type PageMonitoring, useThrough } from '../page-values/part-page-values.ts'
import { type AskedWrite, actWith } from './click-act.ts'
import { type Opened, useOpen } from './page-open.ts'
import { loadService } from './page-services.ts'
import { pageLiveText } from './text.ts'
import { type KeyTarget, usePageKeys } from './use-page-keys.ts'
import { usePressScript } from './use-press-script.ts'

/** A write requested by a widget, until its dialog closes. */
export type Writing = AskedWrite & { way: WriteWay | undefined; onEnd: (end: WriteEnd) => void }

export type Hosting = {
  host: PageHost
  writing: Writing | null
  /** A page in a window over this page. */
  opened: Opened | null
  closeWindow: () => void
  /** The widget whose values are being explained. */
  explaining: Explaining | null
  endExplaining: () => void
}

type Of = {
  values: ValueSource | undefined
  watching: PageMonitoring | null
  isPast: boolean
  zone: string | undefined
  clock: string
  pageId: number
  projectId: number | null
  params: PageParams
  onPage: ((id: number) => void) | undefined
  Page: PageHost['Page']
}

export function usePageHost(of: Of): Hosting {
  const { values, watching, isPast, zone, clock, pageId, projectId, params, onPage, Page } = of
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = useOpen({ params, projectId, onPage, onWindow: setOpened })
  const through = useThrough(projectId)
  const way = useMemo(
    () => (projectId === null ? undefined : through?.writeWay?.(projectId, pageId)),
    [through, projectId, pageId],
  )
  const { writing, ask } = useWriting(way)
  const [explaining, setExplaining] = useState<Explaining | null>(null)
  const press = usePageKeys(useKeyTarget(watching, isPast), useDeviceName(), way)
  const words = useName()
  const filled = useFilled()
  const latest = useRef(values)
  latest.current = values
  const write = useCallback<PageHost['write']>(
    ({ bound, value, hint = '', feedback = '' }) =>
      ask({ bound, preset: typed(value), isFixed: true, isUnasked: false, hint, feedback }),
    [ask],
  )
  const run = usePressScript({ values: latest, write, open })
  const host = useMemo<PageHost>(
    () => ({
      act: actWith({
        ...{ open, run, ask, press },
        now: () => performance.now(),
        tooSoon: ({ delay }) => toast.bad({ message: pageLiveText.t('tooSoon', { delay }) }),
        refuse: () => toast.bad({ message: pageLiveText.t('notStanding') }),
        goodValue: (bound) => goodValue(latest.current, bound),
      }),
      press,
      write,
      ...(canExplain && { explain: setExplaining }),
      service: through?.service(pageId) ?? loadService,
      ...{ words, filled },
      now: () => (latest.current?.now ?? Date.now)(),
      paramsIn: (text) => paramsIn(filledBy(text, params)),
      ...{ isPast, zone, clock, pageId, Page },
    }),
    [open, params, ask, run, write, press, words, filled, isPast, zone, clock, pageId, Page, through],
  )
  const closeWindow = () => setOpened(null)
  return { host, writing, opened, closeWindow, explaining, endExplaining: () => setExplaining(null) }
}

const typed = (value: Value): string => (typeof value === 'string' ? value : String(value))

/** The value of a variable, if its quality is good. */
function goodValue(values: ValueSource | undefined, bound: Bound): Value | null {
  const reading = values?.cell(bound)?.read()
  return reading && values?.freshness(bound, reading) === 'good' ? reading.value : null
}

/** Only one write dialog is open at a time: a new request cancels the previous one. */
function useWriting(way: WriteWay | undefined) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const current = useRef<Writing | null>(null)
  const latest = useRef(way)
  latest.current = way
  const ask = useCallback((asked: AskedWrite) => {
    current.current?.onEnd('cancelled')
    return new Promise<WriteEnd>((resolve) => {
      const mine: Writing = {
        ...asked,
        way: latest.current,
        onEnd(end) {
          if (current.current === mine) {
            current.current = null
            setWriting(null)
          }
          resolve(end)
        },
      }
      current.current = mine
      setWriting(mine)
    })
  }, [])
  return { writing, ask }
}

/** Returns the variable of a key and its device, or the reason why the key cannot be pressed now. */
function useKeyTarget(watching: PageMonitoring | null, isPast: boolean): (click: Click) => KeyTarget {
  const { noWrite } = usePastWords()
  const mayWrite = useMay()('signal:write')
  const name = useName()
  return useCallback(
    ({ bound }) => {
      if (isPast) return { why: noWrite }
      if (!mayWrite) return { why: uiText.t('noPermission') }
      const equipmentId = Number(bound?.binding.equipId)
      const device = watching?.devices.find((each) => Number(each.equipmentId) === equipmentId)
      const state = device?.monitoring.read()
      const id = signalOf(bound?.binding ?? {})
      const signal = state?.signals?.find((each) => each.id === id)
      if (!signal) return { why: pageLiveText.t('notStanding') }
      const why = refusalNow(state, signal)
      return why === undefined ? { equipmentId, signal: { ...signal, title: name(signal.title) } } : { why }
    },
    [watching, isPast, noWrite, mayWrite, name],
  )
}

/** The name of a device in the user's language. */
function useDeviceName(): (equipmentId: number) => Promise<string> {
  const queries = useQueryClient()
  const name = useName()
  return useCallback(
    async (equipmentId) => name((await queries.fetchQuery(queryOf(equipmentInfo, { id: equipmentId as never }))).name),
    [queries, name],
  )
}
