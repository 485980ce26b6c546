// The widgets that read the past, over a made-up hour with a gap, a bad reading and a cut line. Development builds only.
import { useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../contract/call.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { useLanguage } from '../../ui/language.ts'
import { Card } from '../../ui/page-header.tsx'
import { labelIn } from '../../ui/words.ts'
import { type PageHost, stillHost } from '../../widgets/host/page-host.ts'
import { PageView } from '../../widgets/host/page-view.tsx'
import { prepare } from '../../widgets/host/prepare.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import { loadWidget } from '../../widgets/registry.ts'
import type { AlarmLine, Curve, PageServices, ReportColumn } from '../../widgets/services.ts'
import { fresh, type Mode, type Widget } from '../../widgets/widget.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 21, 8, 41, 7)
const from = now - 60 * minute

const steps = Array.from({ length: 60 }, (_, at) => at).filter((at) => at < 25 || at > 33)
const curve = (signalId: number, of: (at: number) => number, change: Partial<Curve> = {}): Curve => ({
  ...{
    equipmentId: 1,
    signalId,
    times: steps.map((at) => from + at * minute),
    values: steps.map(of),
    bad: [[12, 1714]],
  },
  ...{ holes: [{ from: from + 26 * minute, to: from + 32 * minute }], gapMs: 150_000, isStep: false },
  ...{ unit: 'm', decimals: 2, texts: null, dataType: 'float32' },
  ...change,
})
const curves: readonly Curve[] = [
  curve(1, (at) => 4 + Math.sin(at / 6)),
  curve(2, (at) => 310 + 20 * Math.cos(at / 6), { unit: 'm³/h', bad: [], holes: [] }),
  curve(3, (at) => [1, 1, 0, 2][Math.floor(at / 15)]!, { unit: null, isStep: true, dataType: 'uint16' }),
]

const column = (id: number, title: string, change: Partial<ReportColumn> = {}): ReportColumn => ({
  ...{ id, signalId: id, title, unit: 'm', decimals: 2, texts: null, dataType: 'float32', aggregation: null },
  ...change,
})
const columns = [
  column(1, 'Well level'),
  column(2, 'Intake flow', { unit: 'm³/h', decimals: 1 }),
  column(3, 'Mode', { unit: null, dataType: 'uint16', texts: '0=manual; 1=automatic' }),
  column(4, 'A variable with a long name of the old station', { unit: 'kWh', dataType: 'uint64', decimals: null }),
]

const alarm = (id: number, change: Partial<AlarmLine>): AlarmLine => ({
  ...{
    id,
    equipmentId: 1,
    equipmentName: 'Intake station 1',
    name: 'Well level high',
    content: 'Well level above 4.5 m',
  },
  ...{ kind: 'limit', level: 'severe', value: 4.82, unit: 'm', decimals: 2, raisedAt: now - id * 5 * minute },
  ...{ clearedAt: null, acknowledgedAt: null, acknowledgedName: null, state: 'active', isHeard: true },
  ...change,
})
const seen = { acknowledgedAt: now - minute, acknowledgedName: 'Wang Fang' }
const alarms = [
  alarm(1, {}),
  alarm(2, { level: 'important', name: 'Pump', content: 'Pump 2 tripped', value: true, unit: null, isHeard: false }),
  alarm(3, { level: 'normal', content: 'Filter differential pressure', kind: 'rate', ...seen }),
  alarm(4, { state: 'cleared', clearedAt: now - 3 * minute, ...seen }),
  alarm(5, {
    level: 'normal',
    state: 'cleared',
    clearedAt: now - 8 * minute,
    kind: 'offline',
    value: null,
    unit: null,
  }),
]

type Given = 'data' | 'nothing' | 'waiting' | 'refused' | 'old'
const refusal = () => new ApiError(1006, 'You do not have the permission')

/** A host whose services answer like a platform. `old`: the first request succeeds, later ones are refused. */
function hostOf(given: Given): PageHost {
  let asked = 0
  const answer = <T,>(data: T, none: T): Promise<T> => {
    asked += 1
    if (given === 'waiting') return new Promise(() => undefined)
    if (given === 'refused' || (given === 'old' && asked > 1)) return Promise.reject(refusal())
    return Promise.resolve(given === 'nothing' ? none : data)
  }
  const rows = steps.slice(-10).map((at, index) => ({
    time: now - index * minute,
    values: [4 + at / 100, index === 4 ? null : 310.4, index % 2, '18446744073709551615'],
    codes: [index === 2 ? 1714 : 200, index === 4 ? 0 : 200, 200, 200],
  }))
  const services: Partial<PageServices> = {
    history: { curves: () => answer(curves, []) },
    reports: {
      list: () => answer({ zone: 'UTC', reports: [] }, { zone: 'UTC', reports: [] }),
      rows: () =>
        answer({ total: 128, isEstimated: false, columns, rows }, { total: 0, isEstimated: false, columns, rows: [] }),
      save: () => Promise.resolve(),
    },
    alarms: {
      query: () => answer({ total: 24, rows: alarms }, { total: 0, rows: [] }),
      acknowledge: () => Promise.resolve(),
      save: () => Promise.resolve(),
    },
  }
  return { ...stillHost, zone: 'UTC', now: () => now, service: async (name) => services[name] }
}

const reading = { value: 4.31, code: 200, time: now - 800, receivedAt: null, drawnAt: null }
const source: ValueSource = {
  cell: ({ binding }) => ({
    read: () => (Number(binding.signalId) === 3 ? { ...reading, value: 2 } : reading),
    trend: () => [],
    watch: () => () => undefined,
  }),
  freshness: () => 'good',
  texts: () => null,
  now: () => now,
}

const signal = (signalId: number, title: string) => ({ type: 'signal', signalId, equipId: 1, title })
const bindings: Record<string, object> = {
  History: { type: 'report', reportId: 1, equipId: 1, title: 'Shift report', rollTime: 5 },
  Alarm: { rollTime: 5 },
  Area: { signalArray: [signal(1, 'Well level'), { ...signal(2, 'Intake flow'), lineType: 'line' }] },
  Xyline: { signalArrayX: [signal(1, 'Well level')], signalArrayY: [signal(2, 'Intake flow')] },
  Diagram: { signalArrayX: [signal(1, 'Well level')], signalArrayY: [signal(2, 'Intake flow')] },
  Section: signal(3, 'Pump 1'),
}
const viewer = { regions: null, words: (text: string) => text }
const shown: [Given, Mode][] = [
  ...(['data', 'nothing', 'waiting', 'refused', 'old'] as const).map((given): [Given, Mode] => [given, 'run']),
  ['data', 'edit'],
]

export default function GalleryPast() {
  return Object.keys(bindings).map((type) => <OneWidget key={type} type={type} />)
}

function OneWidget({ type }: { type: string }) {
  const language = useLanguage()
  const [widget, setWidget] = useState<Widget | null>(null)
  useEffect(() => void loadWidget(type).then(setWidget), [type])
  if (!widget) return null
  return (
    <Card title={`${labelIn(widget.name, language)} · ${type}`}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }} data-past={type}>
        {shown.map(([given, mode]) => (
          <figure key={given + mode} style={{ margin: 0 }}>
            <figcaption>{mode === 'edit' ? mode : given}</figcaption>
            <InState widget={widget} given={given} mode={mode} />
          </figure>
        ))}
      </div>
    </Card>
  )
}

function InState({ widget, given, mode }: { widget: Widget; given: Given; mode: Mode }) {
  const page = useMemo(() => {
    const made: PageWidget = fresh(widget, 'w1', { x: 0, y: 0 })
    const bound = { ...made, data: { ...made.data, ...bindings[widget.word] } }
    return prepare([bound], new Map([[widget.type, widget]]), viewer)
  }, [widget])
  const host = useMemo(() => hostOf(given), [given])
  return (
    <div style={{ position: 'relative', ...widget.size }}>
      <PageView page={page} source={source} mode={mode} host={host} />
    </div>
  )
}
