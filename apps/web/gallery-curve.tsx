import { useMemo, useRef, useState } from 'react'
import { Act } from '../../ui/act.tsx'
import { CurveChart, type CurveHandle, type CurveLine, type CurveView } from '../../ui/curve-chart.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Card } from '../../ui/page-header.tsx'
import { Choice } from './gallery-choice.tsx'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 20)
const home = { from: start, to: start + dayMs }

const kinds = [
  ['Well level', 'm', 4],
  ['Intake flow', 'm³/h', 310],
  ['Pump 1 speed', 'rpm', 1450],
  ['Turbidity', 'NTU', 12],
  ['pH', null, 7.4],
  ['Treated flow', 'm³/h', 280],
  ['Pump 2 speed', 'rpm', 900],
  ['Outlet level', 'm', 2],
  ['Energy', 'kWh', 612],
  ['Pump 1 runs', null, 1],
] as const

function lineOf(index: number, count: number): CurveLine {
  const [title, unit, middle] = kinds[index]!
  const isState = title === 'Pump 1 runs'
  const times = Float64Array.from({ length: count }, (_, i) => start + (i * dayMs) / count)
  const values = Float64Array.from({ length: count }, (_, i) => {
    const at = (i / count) * 20 + index
    if (at > 9 && at < 9.4) return Number.NaN
    return isState ? Number(Math.sin(at * 2) > 0) : middle * (1 + Math.sin(at) / 20 + Math.sin(i * 7.1) / 300)
  })
  const columns = { times, values, bad: index === 0 ? Array.from({ length: 40 }, (_, i) => count / 4 + i) : [] }
  return {
    key: String(index),
    title,
    unit,
    read: () => columns,
    isStep: isState,
    isState,
    gapMs: Number.POSITIVE_INFINITY,
    shiftMs: 0,
    look: index,
    words: (value) => (isState ? (value ? 'On' : 'Off') : formatNumber(value, 2)),
  }
}

const bands = [
  { from: start + dayMs * 0.7, to: start + dayMs * 0.74, words: 'lost: the memory of the gateway was full' },
]

export function GalleryCurve() {
  const [count, setCount] = useState<'2000' | '200000'>('2000')
  const [few, setFew] = useState<'3' | '10'>('3')
  const [view, setView] = useState<CurveView>(home)
  const handle = useRef<CurveHandle>(null)
  const all = useMemo(() => kinds.map((_, index) => lineOf(index, Number(count))), [count])
  const lines = useMemo(() => (few === '3' ? [all[0]!, all[1]!, all[9]!] : all), [all, few])
  return (
    <Card
      title="Curves"
      act={
        <span className="gallery-acts">
          <Choice label="Lines" value={few} of={{ 3: '3 lines', 10: '10 lines' }} onChange={setFew} />
          <Choice label="Points" value={count} of={{ 2000: '2,000', 200000: '200,000' }} onChange={setCount} />
          <Act
            onClick={() =>
              void handle.current?.image('Intake station 1').then((blob) => open(URL.createObjectURL(blob)))
            }
          >
            Image
          </Act>
        </span>
      }
    >
      <div style={{ height: 420, display: 'grid' }}>
        <CurveChart
          lines={lines}
          bands={bands}
          view={view}
          home={home}
          zone="Asia/Shanghai"
          label="Curves of the gallery"
          handle={handle}
          onView={(next, isFinal) => isFinal && setView(next ?? home)}
        />
      </div>
    </Card>
  )
}
