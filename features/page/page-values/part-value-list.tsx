// A page as a list: its open alarms, then its values in reading order.
import { Fragment, useMemo } from 'react'
import type { PageWidget } from '../../../contract/page-document.ts'
import type { Written } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { LiveSignal } from '../../device/live/contract.ts'
import { useMonitoringState } from '../../device/open/live-monitoring.ts'
import { ValueCell } from '../../device/open/live-value.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { Page } from '../page/contract.ts'
import { PageAlarms } from './page-alarms.tsx'
import type { WatchedDevice } from './part-page-values.ts'
import { countName } from './part-system.ts'
import {
  countsRead,
  isOverAll as isOverAllOf,
  mvarsRead,
  readingOrder,
  type Section,
  type Spoken,
  type SpokenMvar,
  sectionsRead,
} from './reading-order.ts'
import type { SystemKey } from './system-counts.ts'
import { pageValuesText } from './text.ts'
import './page-values.css'

/** Maximum number of listed values: longer lists are not read to the end. */
const most = 500

export type Said = {
  sections: readonly Section[]
  spoken: readonly Spoken[]
  calculated: readonly SpokenMvar[]
  counts: readonly SystemKey[]
  /** The page shows more devices than its values name, as do its alarms. */
  isOverAll: boolean
}

/** The values of a page in reading order. */
export const saidBy = (widgets: readonly PageWidget[]): Said => ({
  sections: sectionsRead(widgets),
  spoken: readingOrder(widgets),
  calculated: mvarsRead(widgets),
  counts: countsRead(widgets),
  isOverAll: isOverAllOf(widgets),
})

type Alarms = Pick<Said, 'isOverAll'> & { host: PageHost; equipmentIds: readonly number[] }

/** A page that shows more devices than its values name lists the alarms of all devices. */
export const alarmsOf = ({ host, isOverAll, equipmentIds }: Alarms) => (
  <PageAlarms host={host} equipmentIds={isOverAll ? 'all' : equipmentIds} />
)

export function PageValues({
  said: { sections, spoken, calculated, counts, isOverAll },
  units,
  title,
  values,
  devices,
  host,
  onExplain,
}: {
  said: Said
  /** Units of the calculated values, once loaded. */
  units: Page['mvars']
  title: string
  values: ValueSource
  devices: readonly WatchedDevice[]
  host: PageHost | null
  /** Explains the origin of a value. */
  onExplain?: ((bound: Bound) => void) | undefined
}) {
  const t = useText(pageValuesText)
  const name = useName()
  const shown = useMemo(() => spoken.slice(0, most), [spoken])
  const equipmentIds = useMemo(() => devices.map(({ equipmentId }) => Number(equipmentId)), [devices])
  const isNamed = sections.length > 1 || devices.length > 1
  const given = { values, onExplain }
  const drawn = (section: Section) => {
    if (section === 'calculated') return <Calculated {...{ calculated, units }} isNamed={isNamed} {...given} />
    if (section === 'counts') return <Counts counts={counts} isNamed={isNamed} {...given} />
    const device = devices.find(({ equipmentId }) => Number(equipmentId) === section)
    if (!device) return null
    const own = shown.filter(({ equipId }) => equipId === section)
    return <OfDevice device={device} spoken={own} isNamed={isNamed} {...given} />
  }
  return (
    <section className="page-values" aria-label={t('valuesOf', { title: name(title) })}>
      {host && alarmsOf({ host, isOverAll, equipmentIds })}
      {sections.map((section) => (
        <Fragment key={section}>{drawn(section)}</Fragment>
      ))}
    </section>
  )
}

type PartProps = Explains & { isNamed: boolean; values: ValueSource }

function Calculated({
  calculated,
  units,
  isNamed,
  ...given
}: PartProps & Pick<Said, 'calculated'> & { units: Page['mvars'] }) {
  const t = useText(pageValuesText)
  const name = useName()
  return (
    <>
      {isNamed && <h2>{t('calculated')}</h2>}
      <dl>
        {calculated.slice(0, most).map(({ mvarId, title }) => (
          <OfMvar
            key={mvarId}
            id={mvarId}
            title={name(title)}
            written={units?.find(({ id }) => id === mvarId) ?? {}}
            {...given}
          />
        ))}
      </dl>
    </>
  )
}

function Counts({ counts, isNamed, ...given }: PartProps & Pick<Said, 'counts'>) {
  const t = useText(pageValuesText)
  return (
    <>
      {isNamed && <h2>{t('ofProject')}</h2>}
      <dl>
        {counts.map((key) => (
          <Count key={key} systemKey={key} {...given} />
        ))}
      </dl>
    </>
  )
}

function Count({ systemKey, ...given }: Explains & { systemKey: SystemKey; values: ValueSource }) {
  const bound = useMemo(
    (): Bound => ({ kind: 'system', binding: { type: 'system', systemKey }, fields: {} }),
    [systemKey],
  )
  return <Value title={countName(systemKey)} written={whole} bound={bound} {...given} onExplain={undefined} />
}

const whole: Written = { decimals: 0 }

type Explains = { onExplain: ((bound: Bound) => void) | undefined }
type OfDeviceProps = Explains & {
  device: WatchedDevice
  spoken: readonly Spoken[]
  isNamed: boolean
  values: ValueSource
}

function OfDevice({ device: { equipmentId, monitoring }, spoken, isNamed, values, onExplain }: OfDeviceProps) {
  const t = useText(pageValuesText)
  const name = useName()
  const signals = useMonitoringState(monitoring)?.signals
  const byId = useMemo(() => new Map(signals?.map((signal) => [Number(signal.id), signal])), [signals])
  const head = spoken.find(({ device }) => device)?.device
  if (spoken.length === 0) return null
  return (
    <>
      {isNamed && <h2>{head ? name(head) : `${t('device')} ${equipmentId}`}</h2>}
      <dl>
        {spoken.map((each) => (
          <Row key={each.signalId} spoken={each} signal={byId.get(each.signalId)} {...{ values, onExplain }} />
        ))}
      </dl>
    </>
  )
}

type RowProps = Explains & { spoken: Spoken; signal: LiveSignal | undefined; values: ValueSource }

function Row({ spoken, signal, values, onExplain }: RowProps) {
  const t = useText(pageValuesText)
  const name = useName()
  const { signalId, equipId } = spoken
  const title = signal?.title || spoken.title
  const bound = useMemo(
    (): Bound => ({ kind: 'signal', binding: { type: 'signal', signalId, equipId, title }, fields: {} }),
    [signalId, equipId, title],
  )
  return (
    <Value
      title={title ? name(title) : t('unnamed', { id: signalId })}
      written={signal ?? {}}
      bound={bound}
      values={values}
      onExplain={onExplain}
    />
  )
}

type OfMvarProps = Explains & { id: number; title: string; written: Written; values: ValueSource }

function OfMvar({ id: mvarId, title, written, values, onExplain }: OfMvarProps) {
  const bound = useMemo(
    (): Bound => ({ kind: 'mvar', binding: { type: 'mvar', mvarId, title }, fields: {} }),
    [mvarId, title],
  )
  return <Value title={title} written={written} bound={bound} {...{ values, onExplain }} />
}

type ValueProps = Explains & { title: string; written: Written; bound: Bound; values: ValueSource }

function Value({ title, written, bound, values, onExplain }: ValueProps) {
  const t = useText(pageValuesText)
  const cell = useMemo(() => values.cell(bound), [values, bound])
  return (
    <div>
      <dt>
        {onExplain ? (
          <button type="button" title={t('explain')} onClick={() => onExplain(bound)}>
            {title}
          </button>
        ) : (
          title
        )}
      </dt>
      <dd>
        <ValueCell
          cell={cell}
          written={written}
          stateOf={(reading) => values.freshness(bound, reading)}
          now={values.now}
        />
      </dd>
    </div>
  )
}
