// Data read and write: every variable with current value, limits and a write action. [S2 Data read/write]
import type { EquipmentId } from '../../../contract/fields.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { useDrawn } from '../../../signal/web/use-binding.ts'
import type { SignalCell } from '../../../signal/web/values.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { drawAttribute, drawText } from '../../../ui/draw.ts'
import { nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { limitsWords } from '../command/part-words.ts'
import { accessWords } from '../open/live-form-words.ts'
import type { DeviceState, Watching } from '../open/live-monitoring.ts'
import type { LiveSignal } from './contract.ts'
import { faultWords } from './fault-words.ts'
import { listedSignals } from './find-signals.ts'
import { NoSignals } from './no-signals.tsx'
import { type Around, isWritable } from './rules.ts'
import { liveText } from './text.ts'
import '../../../ui/value-text.css'

export function CommandTab({
  equipmentId,
  state,
  watching,
  around,
  why,
  onWrite,
}: {
  equipmentId: EquipmentId
  state: DeviceState
  watching: Watching
  around: Around
  why: string | undefined
  onWrite: (id: number) => void
}) {
  const t = useText(liveText)
  const language = useLanguage()
  const list = useList({}, 20)
  const cellOf = ({ id }: LiveSignal) => watching.source.subscribe(id)
  const columns: Column<LiveSignal>[] = [
    { key: 'title', title: t('variable'), sort: true },
    { key: 'group', title: t('group'), sort: true, text: ({ group }) => group ?? '', phone: 'hide' },
    { key: 'address', title: t('register'), phone: 'hide' },
    { key: 'dataType', title: t('dataType'), phone: 'hide' },
    { key: 'access', title: t('access'), sort: true, cell: ({ access }) => accessWords(access), phone: 'hide' },
    {
      key: 'limits',
      title: t('limits'),
      cell: (signal) => (isWritable(signal) ? limitsWords(signal, language) : nothingShown),
      text: (signal) => (isWritable(signal) ? limitsWords(signal, language) : ''),
    },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      phone: 'end',
      cell: (signal) => <LiveValue signal={signal} cell={cellOf(signal)} around={around} />,
      text: (signal) => valueWords(cellOf(signal).read().value, signal),
    },
  ]
  const mayEdit = useMay()('equipment:edit')
  const shown =
    state.signals &&
    [...listedSignals(state.signals, mayEdit)].sort((a, b) => Number(isWritable(b)) - Number(isWritable(a)))
  return (
    <>
      <p className="live-lead">{t('commandNote')}</p>
      <DataTable
        label={t('command')}
        columns={columns}
        query={{ data: shown ?? undefined, error: state.signalsFault, refetch: watching.monitoring.reload }}
        list={list}
        keyOf={({ id }) => id}
        search={t('search')}
        exportName={t('exportName')}
        acts={(signal) =>
          // The column of the access says why a variable has none.
          isWritable(signal) && (
            <Act kind="link" may="signal:write" why={why} onClick={() => onWrite(signal.id)}>
              {t('write')}
            </Act>
          )
        }
        empty={<NoSignals equipmentId={equipmentId} hasInternal={!!state.signals?.length} />}
      />
    </>
  )
}

function LiveValue({ signal, cell, around }: { signal: LiveSignal; cell: SignalCell; around: Around }) {
  const node = useDrawn<HTMLSpanElement>(
    cell,
    (at, reading) => {
      const state = freshnessOf(reading, { ...around, now: serverClock.now() })
      drawAttribute(at, 'class', `value ${state === 'good' ? '' : `value-${state}`}`)
      drawText(at.querySelector('b'), valueWords(reading.value, signal))
      drawAttribute(at, 'title', faultWords(reading, state) || null)
    },
    { ticking: true },
  )
  return (
    <span ref={node} className="value">
      <span className="value-number">
        <b className="live-plain">{nothingShown}</b>
        {signal.unit && <small>{signal.unit}</small>}
      </span>
    </span>
  )
}
