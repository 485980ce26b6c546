// The panel that explains a value: widget, variable, register, driver and gateway, the times of transmission, changes
// and uses. [LOOK: a value is never naked]
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, MvarId, PageId, SignalId } from '../../../contract/fields.ts'
import { useCell } from '../../../signal/web/use-binding.ts'
import type { CellReading } from '../../../signal/web/values.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Written } from '../../../ui/value-words.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import type { Bound } from '../../../widgets/binds.ts'
import type { Explained, ExplainProps } from '../../device/open/live-can-explain.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type PageLineage, pageLineage } from './contract.ts'
import { Calculated } from './inputs.tsx'
import { OwnRoad, OwnUse, useSignalLineage } from './own-lineage.tsx'
import { Station } from './road.tsx'
import { lineageText } from './text.ts'
import { ValueHead } from './value-head.tsx'
import './lineage.css'

export default function ExplainPanel(props: ExplainProps) {
  const t = useText(lineageText)
  const [chosen, setChosen] = useState(0)
  const { of, onClose } = props
  const one = of[chosen] ?? of[0]
  if (!one) return null
  return (
    <SideDrawer open title={t('title', { title: one.title })} width={480} onClose={onClose}>
      <div className="lineage">
        {of.length > 1 && (
          <Select<number>
            aria-label={t('choose')}
            value={chosen}
            options={of.map(({ title }, value) => ({ value, label: title }))}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
          />
        )}
        <Explanation key={keyOf(one)} {...props} one={one} />
      </div>
    </SideDrawer>
  )
}

const keyOf = (one: Explained): string =>
  one.kind === 'signal' ? `${one.equipmentId}.${one.signalId}` : `m${one.mvarId}`

const boundOf = (one: Explained): Bound =>
  one.kind === 'signal'
    ? {
        kind: 'signal',
        binding: { type: 'signal', signalId: one.signalId, equipId: one.equipmentId, title: one.title },
        fields: {},
      }
    : { kind: 'mvar', binding: { type: 'mvar', mvarId: one.mvarId, title: one.title }, fields: {} }

const everyMs = 2000

function useOnPage(pageId: number | undefined, one: Explained, isPast: boolean) {
  const asked =
    one.kind === 'signal'
      ? { equipmentId: one.equipmentId as EquipmentId, signalId: one.signalId as SignalId }
      : { mvarId: one.mvarId as MvarId }
  return useQuery({
    ...queryOf(pageLineage, { pageId: (pageId ?? 0) as PageId, ...asked }),
    enabled: pageId !== undefined,
    refetchInterval: isPast ? false : everyMs,
  })
}

type Of = ExplainProps & { one: Explained }

export function Explanation({ one, page, values, stateOf, isPast, zone: given }: Of) {
  const t = useText(lineageText)
  const here = useZone()
  // During playback the definition is the one of the time at which the panel was opened.
  const [at] = useState(() => (isPast ? Math.floor(values.now()) : undefined))
  const onPage = useOnPage(page?.id, one, isPast)
  const { variable, mvar } = onPage.data ?? { variable: null, mvar: null }
  const isOwn = one.kind === 'signal' && (page === null || variable?.isOwn === true)
  const of = one.kind === 'signal' ? { equipmentId: one.equipmentId, signalId: one.signalId, at } : noSignal
  const lineage = useSignalLineage(of, isOwn).data
  const zone = given ?? variable?.zone ?? lineage?.device.zone ?? here
  const bound = useMemo(() => boundOf(one), [one])
  const cell = useMemo(() => values.cell(bound), [values, bound])
  const streamed = useCell(cell)
  // Renders every second, because the age grows without new readings.
  useNow()
  const reading = !isPast && streamed.time === null ? (loadedOf(variable ?? mvar) ?? streamed) : streamed
  const told = stateOf(of.equipmentId)?.gateway
  const gateway = one.kind === 'mvar' ? undefined : (told?.state ?? variable?.state ?? stateIn(lineage))
  const written: Written = lineage?.signal ?? variable ?? mvar ?? {}
  const shared = { values, stateOf, isPast, zone, at }
  return (
    <>
      <ZoneNote zone={zone} />
      <ValueHead
        {...{ reading, written, isPast, zone, gateway }}
        state={values.freshness(bound, reading)}
        now={values.now()}
      />
      {isPast && <p className="lineage-quiet">{t('now')}</p>}
      <section className="lineage-part">
        <h3>{t('road')}</h3>
        <ol className="lineage-road">
          {page?.widget && <WidgetStation page={onPage.data?.page} widget={page.widget} zone={zone} />}
          {mvar && <Calculated mvar={mvar} {...shared} />}
          {isOwn && <OwnRoad of={of} stateOf={stateOf} zone={zone} />}
          {variable && !isOwn && (
            <Station name={t('variable')} title={<Named source={variable.title} />}>
              <p className="lineage-quiet">{t('projectOnly')}</p>
            </Station>
          )}
          {page && !onPage.data && (
            <li>
              {onPage.error ? (
                <ErrorState error={onPage.error} onRetry={() => void onPage.refetch()} />
              ) : (
                <Skeleton lines={6} />
              )}
            </li>
          )}
        </ol>
      </section>
      {isOwn && <OwnUse of={of} zone={zone} />}
    </>
  )
}

const noSignal = { equipmentId: 0, signalId: 0, at: undefined }
const stateIn = (lineage: { gateway: { state: 'online' | 'offline' | 'sleeping' } | null } | undefined) =>
  lineage && (lineage.gateway?.state ?? null)

/** The loaded value, for variables that are not streamed. */
function loadedOf(seen: PageLineage['variable'] | PageLineage['mvar']): CellReading | undefined {
  if (!seen) return undefined
  const { value, code, time } = seen
  return { value, code, time, receivedAt: null, drawnAt: null }
}

const Named = ({ source }: { source: string }) => <>{useName()(source)}</>

type OnPage = {
  page: PageLineage['page'] | undefined
  widget: NonNullable<NonNullable<ExplainProps['page']>['widget']>
  zone: string
}

function WidgetStation({ page, widget: { label, type, name }, zone }: OnPage) {
  const t = useText(lineageText)
  const language = useLanguage()
  const named = useName()
  const kind = labelIn(label, language) ?? type
  const saved = page?.saved
  const at = saved ? formatTime(saved.savedAt, zone).slice(0, 16) : ''
  const by = saved ? (saved.savedBy ? t('savedBy', { name: saved.savedBy, at }) : t('savedAt', { at })) : ''
  return (
    <Station name={t('widget')} title={name === type || name === kind ? kind : `${kind} “${named(name)}”`}>
      {page && (
        <p className="lineage-line">
          {t('onPage')} {named(page.title)} ·{' '}
          {joinWords([t('pageVersion', { version: page.version }), by].filter(Boolean))}
        </p>
      )}
    </Station>
  )
}
