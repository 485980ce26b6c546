// A chart of the last minutes of its variables: starts with history, continues with live readings.
import { useEffect, useMemo, useRef, useState } from 'react'
import { mvarOf, signalOf } from '../../contract/page-document.ts'
import { everySecond } from '../../signal/web/use-binding.ts'
import { useText } from '../../ui/words.ts'
import type { Label } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import { listenTo } from '../listen.ts'
import type { Carried, HistoryService, StoredLine } from '../services.ts'
import { type Asked, useAsked } from '../use-asked.ts'
import type { Input, Mode } from '../widget.ts'
import { ChartBox, type Glyph } from './box.tsx'
import { entryOf, type Named, namesOf } from './entries.ts'
import type { LegendStyle } from './fields.ts'
import type { Show } from './live.tsx'
import { loadingModel } from './live-models.ts'
import type { Minute, ModelOf, Span } from './minute.ts'
import { createMoving } from './moving.ts'
import { chartText } from './text.ts'

const seedPoints = 1000
/** Maximum readings of a curve: one per second, and some spare. */
const mostReadings = (rangeMs: number): number => Math.min(20_000, Math.ceil(rangeMs / 1000) + 600)
/** A page in the past that jumps by more than this reloads its history. */
const jumpMs = 60_000

type Props = {
  host: PageHost
  inputs: readonly Input[]
  style: LegendStyle & { theme: readonly { color: string }[] }
  mode: Mode
  name: Label
  heading: string
  glyph: Glyph
  minutes: number
  modelOf: ModelOf
}

export function MinutesChart({ host, inputs, style, mode, name, heading, glyph, minutes, modelOf }: Props) {
  const t = useText(chartText)
  const show: Show = useRef(null)
  const latest = useRef(modelOf)
  latest.current = modelOf
  const rangeMs = minutes * 60_000
  const [anchor, setAnchor] = useState(0)
  const lines = useMemo(
    () => ({ anchor, of: inputs.map(() => createMoving(mostReadings(rangeMs))) }),
    [inputs, rangeMs, anchor],
  )
  const asked = useSeed({ host, inputs, mode, rangeMs, anchor })
  const isLoading = asked.isAsked && asked.state === 'waiting'
  useEffect(() => {
    const names: Named[] = namesOf(inputs, style.theme)
    asked.data?.forEach(({ index, curve }) => void lines.of[index]?.seed(curve))
    let before = host.now()
    const draw = () => {
      const to = host.now()
      if (Math.abs(to - before) > jumpMs) setAnchor((count) => count + 1)
      before = to
      const from = to - rangeMs
      const entries = inputs.map((input, index): Minute => {
        const moving = lines.of[index]!
        const reading = input.read()
        if (mode === 'run') moving.add(reading)
        moving.forget(from)
        return { ...entryOf(names[index]!, reading), moving }
      })
      show.current?.((isLoading ? loadingModel(latest.current) : latest.current)(entries, { from, to }, t))
    }
    draw()
    const end = listenTo(inputs, draw)
    // Draws without a new reading too, because the time axis moves.
    const endMoving = mode === 'run' ? everySecond(draw) : undefined
    return () => {
      end()
      endMoving?.()
    }
  }, [host, inputs, lines, style, mode, rangeMs, asked.data, isLoading, t])
  return (
    <ChartBox {...{ mode, glyph, name, heading, style, show }}>
      {mode === 'run' && <SeedStrip asked={asked} />}
    </ChartBox>
  )
}

type Seed = { index: number; curve: StoredLine }

/** Loads history of inputs that are device variables or mvars; other values have none, and nothing `isAsked`. */
function useSeed({
  host,
  inputs,
  mode,
  rangeMs,
  anchor,
}: Pick<Props, 'host' | 'inputs' | 'mode'> & { rangeMs: number; anchor: number }) {
  const wanted = useMemo(() => signalsOf(inputs), [inputs])
  const isAsked = mode === 'run' && wanted.length > 0
  const asked = useAsked<'history', readonly Seed[]>({
    host,
    service: 'history',
    key: isAsked ? JSON.stringify([wanted, rangeMs, anchor]) : null,
    ask: (history, ending) =>
      seedsOf(history, wanted, { from: host.now() - rangeMs, to: host.now(), isCarried: true }, ending),
  })
  return { ...asked, isAsked }
}

type WantedSignal = { index: number } & ({ equipmentId: number; signalId: number } | { mvarId: number })

export const signalsOf = (inputs: readonly Input[]): WantedSignal[] =>
  inputs.flatMap(({ kind, binding }, index): WantedSignal[] => {
    const mvarId = kind === 'mvar' ? mvarOf(binding) : undefined
    if (mvarId !== undefined) return [{ index, mvarId }]
    const signalId = kind === 'signal' ? signalOf(binding) : undefined
    const equipmentId = Number(binding.equipId)
    return signalId !== undefined && equipmentId > 0 ? [{ index, equipmentId, signalId }] : []
  })

export async function seedsOf(
  history: HistoryService,
  wanted: readonly WantedSignal[],
  span: Span & Carried,
  ending: { signal: AbortSignal },
  points = seedPoints,
): Promise<readonly Seed[]> {
  const signals = wanted.flatMap((each) => ('mvarId' in each ? [] : [each]))
  const mvarIds = wanted.flatMap((each) => ('mvarId' in each ? [each.mvarId] : []))
  const [curves, lines] = await Promise.all([
    signals.length > 0 ? history.curves({ signals: signals.map(storedOf), points, ...span }, ending) : [],
    mvarIds.length > 0 ? (history.mvars?.({ mvarIds, points, ...span }, ending) ?? []) : [],
  ])
  return wanted.flatMap((each) => {
    const curve =
      'mvarId' in each
        ? lines.find(({ mvarId }) => mvarId === each.mvarId)
        : curves.find(({ signalId, equipmentId }) => signalId === each.signalId && equipmentId === each.equipmentId)
    return curve ? [{ index: each.index, curve }] : []
  })
}

const storedOf = ({ equipmentId, signalId }: { equipmentId: number; signalId: number }) => ({ equipmentId, signalId })

/** Live readings are drawn without history; this strip reports that the earlier part is missing. */
export function SeedStrip({ asked }: { asked: Asked<unknown> }) {
  const t = useText(chartText)
  if (asked.state === 'absent') return <p className="chart-strip">{t('noHistory')}</p>
  if (asked.state !== 'failed' || asked.data !== undefined) return null
  const { message } = (asked.error ?? {}) as { message?: unknown }
  return (
    <p className="chart-strip" role="alert">
      {t('noSeed', { reason: String(message ?? '') })}
    </p>
  )
}
